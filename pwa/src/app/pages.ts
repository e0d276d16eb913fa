import { type ComponentType, lazy } from 'react';

/** A page, loaded when somebody goes there; its module exports it as `Component`. */
const page = (load: () => Promise<{ Component: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Component }));

/** Every page of the shop. */
export const pages = {
  home: page(() => import('../features/home/home-page.tsx')),
  tools: page(() => import('../features/catalogue/tools-page.tsx')),
  tool: page(() => import('../features/catalogue/tool-page.tsx')),
  purchase: page(() => import('../features/checkout/purchase-page.tsx')),
  payment: page(() => import('../features/checkout/payment-page.tsx')),
  myOrders: page(() => import('../features/orders/my-orders-page.tsx')),
  order: page(() => import('../features/orders/order-page.tsx')),
  addReview: page(() => import('../features/reviews/add-review-page.tsx')),
  login: page(() => import('../features/account/login-page.tsx')),
  signup: page(() => import('../features/account/signup-page.tsx')),
  profile: page(() => import('../features/account/profile-page.tsx')),
  blog: page(() => import('../features/blog/blog-page.tsx')),
  portfolio: page(() => import('../features/portfolio/portfolio-page.tsx')),
  users: page(() => import('../features/admin/users/users-page.tsx')),
  addTool: page(() => import('../features/admin/tools/add-tool-page.tsx')),
  manageOrders: page(() => import('../features/admin/orders/manage-orders-page.tsx')),
  manageProducts: page(() => import('../features/admin/tools/manage-products-page.tsx')),
  operations: page(() => import('../features/admin/operations/operations-page.tsx')),
  notFound: page(() => import('./not-found-page.tsx')),
};
