import { matchPath } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { pages } from './pages.ts';

/** The name of a page. */
export type PageName = keyof typeof pages;

/** The addresses of the pages that visits begin with. */
const places: [string, PageName][] = [
  [paths.home, 'home'],
  [paths.homeAlias, 'home'],
  [paths.tools, 'tools'],
  [paths.tool(), 'tool'],
  [paths.blog, 'blog'],
  [paths.portfolio, 'portfolio'],
  [paths.login, 'login'],
  [paths.signup, 'signup'],
  [paths.purchase(), 'purchase'],
  [paths.dashboard, 'profile'],
  [paths.myOrders, 'myOrders'],
  [paths.order(), 'order'],
];

/** Whether there is a page of that name. */
export const isPageName = (name: string | undefined): name is PageName =>
  name !== undefined && Object.hasOwn(pages, name);

/** The page at an address, as far as visits begin there. */
export const pageAt = (pathname: string): PageName | undefined =>
  places.find(([path]) => matchPath(path, pathname) !== null)?.[1];
