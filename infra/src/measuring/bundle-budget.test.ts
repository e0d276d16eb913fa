import { expect, test } from 'vitest';
import { firstLoad } from './bundle-budget.ts';

test('the first load is the entry, the home route, and what they import, each once', () => {
  const manifest = {
    'index.html': { file: 'entry.js', isEntry: true, imports: ['_react.js'], css: ['entry.css'] },
    '_react.js': { file: 'react.js' },
    'src/features/home/home-page.tsx': {
      file: 'home.js',
      src: 'src/features/home/home-page.tsx',
      imports: ['_react.js', '_card.js'],
      css: ['home.css'],
    },
    '_card.js': { file: 'card.js', css: ['card.css'] },
    'src/features/admin/users-page.tsx': { file: 'users.js', src: 'src/features/admin/users-page.tsx' },
  };
  const { scripts, styles } = firstLoad(manifest);
  expect([...scripts].sort()).toEqual(['card.js', 'entry.js', 'home.js', 'react.js']);
  expect([...styles].sort()).toEqual(['card.css', 'entry.css', 'home.css']);
});
