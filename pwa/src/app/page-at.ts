import { matchPath } from 'react-router-dom';
import { type PageName, pageNames, pages } from './pages.ts';

/** The name of the page at an address. */
export const pageAt = (pathname: string): PageName =>
  pageNames.find((name) => pages[name].paths.some((path) => matchPath(path, pathname) !== null)) ??
  'notFound';
