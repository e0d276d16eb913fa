import { createRoot } from 'react-dom/client';
import './app/mantine.css';
import './app/fonts.css';
import './app/global.css';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
start();
createRoot(root).render(<App />);
