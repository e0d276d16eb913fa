import { type ComponentType, lazy } from 'react';

/** A page's module: what each file named `…-page.tsx` exports. */
interface PageModule {
  Component: ComponentType;
}

const modules = import.meta.glob<PageModule>(['../features/**/*-page.tsx', './not-found-page.tsx']);

function page(file: string) {
  const found = Object.keys(modules).find((path) => path.endsWith(`/${file}.tsx`));
  const load = modules[found ?? './not-found-page.tsx'] as () => Promise<PageModule>;
  return lazy(async () => ({ default: (await load()).Component }));
}

/** Every page, loaded when somebody goes there. */
export const pages = {
  home: page('home-page'),
  tools: page('tools-page'),
  tool: page('tool-page'),
  purchase: page('purchase-page'),
  payment: page('payment-page'),
  myOrders: page('my-orders-page'),
  order: page('order-page'),
  addReview: page('add-review-page'),
  login: page('login-page'),
  signup: page('signup-page'),
  profile: page('profile-page'),
  blog: page('blog-page'),
  portfolio: page('portfolio-page'),
  users: page('users-page'),
  addTool: page('add-tool-page'),
  manageOrders: page('manage-orders-page'),
  manageProducts: page('manage-products-page'),
  operations: page('operations-page'),
  notFound: page('not-found-page'),
};
