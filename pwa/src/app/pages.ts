import type { Role } from '@karigar/bff/contracts';
import { messages } from '../shared/messages.ts';
import { paths } from '../shared/paths.ts';
import { publicPages } from '../shared/public-pages.ts';

/** Who sees a page: anyone, people who are signed in, or those with a role and admins. */
export type Guard = 'anyone' | 'session' | Role;

/** One page of the shop. */
export interface Page {
  /** Its addresses as React Router reads them: `:id` stands for one part of a path. */
  paths: readonly [string, ...string[]];
  /** Its module below `src/features`, which exports the page as `Component`. */
  file: string;
  guard: Guard;
  /** Stays as it is while the address goes from one of its paths to another: the same list with something opened in it. */
  isOnePage?: boolean;
  /** Its title and description, where anyone sees it at an address of its own. */
  words?: { title: string; description: string };
  /** Its entry in the shop's menu or, for pages that ask for a sign-in, in the dashboard's. */
  menu?: { label: string; hiddenFrom?: 'admins' };
  /**
   * Drawn by the build for a first visit. `tools`: whose pictures, names and prices the server adds, the newest tools' or those of
   * the tool in the address.
   */
  prerendered?: { tools: 'newest' | 'one' };
  /** Holds its own total and button at the bottom edge of a phone: the bottom bar is not drawn there. */
  ownsBottom?: boolean;
}

/** Every page of the shop, in the order of the menus: read by the router, the build, the menus and the tests. */
const table = {
  home: {
    paths: [paths.home, paths.homeAlias],
    file: 'home/home-page.tsx',
    guard: 'anyone',
    words: publicPages.home,
    menu: { label: messages.menu.home },
    prerendered: { tools: 'newest' },
  },
  tools: {
    paths: [paths.tools],
    file: 'catalogue/tools-page.tsx',
    guard: 'anyone',
    words: publicPages.tools,
    menu: { label: 'Tools' },
    prerendered: { tools: 'newest' },
  },
  tool: {
    paths: [paths.tool()],
    file: 'catalogue/tool-page.tsx',
    guard: 'anyone',
    words: publicPages.tool,
    prerendered: { tools: 'one' },
  },
  blog: {
    paths: [paths.blog],
    file: 'blog/blog-page.tsx',
    guard: 'anyone',
    words: publicPages.blog,
    menu: { label: messages.menu.blog },
  },
  portfolio: {
    paths: [paths.portfolio],
    file: 'portfolio/portfolio-page.tsx',
    guard: 'anyone',
    words: publicPages.portfolio,
    menu: { label: messages.menu.portfolio },
  },
  privacy: {
    paths: [paths.privacy],
    file: 'account/privacy/privacy-page.tsx',
    guard: 'anyone',
    words: publicPages.privacy,
  },
  login: { paths: [paths.login], file: 'account/login-page.tsx', guard: 'anyone', words: publicPages.login },
  signup: {
    paths: [paths.signup],
    file: 'account/signup-page.tsx',
    guard: 'anyone',
    words: publicPages.signup,
  },
  purchase: {
    paths: [paths.purchase()],
    file: 'checkout/purchase-page.tsx',
    guard: 'session',
    ownsBottom: true,
  },
  profile: {
    paths: [paths.dashboard],
    file: 'account/profile-page.tsx',
    guard: 'session',
    menu: { label: messages.menu.profile },
  },
  myOrders: {
    paths: [paths.myOrders],
    file: 'orders/my-orders-page.tsx',
    guard: 'session',
    menu: { label: messages.menu.orders, hiddenFrom: 'admins' },
  },
  order: { paths: [paths.order()], file: 'orders/order-page.tsx', guard: 'session' },
  addReview: {
    paths: [paths.addReview],
    file: 'reviews/add-review-page.tsx',
    guard: 'session',
    menu: { label: messages.menu.addReview, hiddenFrom: 'admins' },
  },
  payment: {
    paths: [paths.payment()],
    file: 'checkout/payment-page.tsx',
    guard: 'session',
    ownsBottom: true,
  },
  users: {
    paths: [paths.users],
    file: 'admin/users/users-page.tsx',
    guard: 'admin',
    menu: { label: messages.menu.makeAdmin },
  },
  addTool: {
    paths: [paths.addProduct],
    file: 'admin/tools/add-tool-page.tsx',
    guard: 'editor',
    menu: { label: messages.menu.addProduct },
  },
  manageOrders: {
    paths: [paths.manageOrders, paths.managedOrder()],
    isOnePage: true,
    file: 'admin/orders/orders-page.tsx',
    guard: 'admin',
    menu: { label: messages.menu.manageOrders },
  },
  parcels: {
    paths: [paths.parcels, paths.parcel()],
    isOnePage: true,
    file: 'admin/orders/orders-page.tsx',
    guard: 'packer',
    menu: { label: 'Ship Orders', hiddenFrom: 'admins' },
  },
  manageProducts: {
    paths: [paths.manageProducts],
    file: 'admin/tools/manage-products-page.tsx',
    guard: 'editor',
    menu: { label: messages.menu.manageProducts },
  },
  reviews: {
    paths: [paths.reviews],
    file: 'admin/reviews/reviews-page.tsx',
    guard: 'editor',
    menu: { label: 'Reviews' },
  },
  sales: {
    paths: [paths.sales],
    file: 'admin/sales/sales-page.tsx',
    guard: 'admin',
    menu: { label: 'Sales' },
  },
  operations: {
    paths: [paths.operations],
    file: 'admin/operations/operations-page.tsx',
    guard: 'admin',
    menu: { label: 'Operations' },
  },
  // Last, because it takes every address that no other page has.
  notFound: { paths: ['*'], file: 'not-found/not-found-page.tsx', guard: 'anyone' },
} satisfies Record<string, Page>;

export type PageName = keyof typeof table;
export const pages: Readonly<Record<PageName, Page>> = table;
export const pageNames = Object.keys(table) as PageName[];

/** The role that a page asks for; null for a page of everybody or of all who are signed in. */
export const roleOf = ({ guard }: Page): Role | null =>
  guard === 'anyone' || guard === 'session' ? null : guard;

/** Whether a page is shown inside the dashboard's frame. */
export const inDashboard = ({ paths: [path] }: Page): boolean => path.startsWith(paths.dashboard);
