import { lazyPage } from './lazy-page.tsx';

/** Every page of the shop, each loaded when somebody goes there. */
export const pages = {
  home: lazyPage(() => import('../features/home/home-page.tsx')),
  tools: lazyPage(() => import('../features/catalogue/tools-page.tsx')),
  tool: lazyPage(() => import('../features/catalogue/tool-page.tsx')),
  purchase: lazyPage(() => import('../features/checkout/purchase-page.tsx')),
  payment: lazyPage(() => import('../features/checkout/payment-page.tsx')),
  myOrders: lazyPage(() => import('../features/orders/my-orders-page.tsx')),
  order: lazyPage(() => import('../features/orders/order-page.tsx')),
  addReview: lazyPage(() => import('../features/reviews/add-review-page.tsx')),
  login: lazyPage(() => import('../features/account/login-page.tsx')),
  signup: lazyPage(() => import('../features/account/signup-page.tsx')),
  profile: lazyPage(() => import('../features/account/profile-page.tsx')),
  blog: lazyPage(() => import('../features/blog/blog-page.tsx')),
  portfolio: lazyPage(() => import('../features/portfolio/portfolio-page.tsx')),
  users: lazyPage(() => import('../features/admin/users/users-page.tsx')),
  addTool: lazyPage(() => import('../features/admin/tools/add-tool-page.tsx')),
  manageOrders: lazyPage(() => import('../features/admin/orders/manage-orders-page.tsx')),
  manageProducts: lazyPage(() => import('../features/admin/tools/manage-products-page.tsx')),
  operations: lazyPage(() => import('../features/admin/operations/operations-page.tsx')),
  notFound: lazyPage(() => import('../features/not-found/not-found-page.tsx')),
};
