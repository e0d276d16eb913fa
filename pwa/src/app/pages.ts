import { latePage } from './late-page.tsx';

/** Every page of the shop, each loaded when somebody goes there. */
export const pages = {
  home: latePage(() => import('../features/home/home-page.tsx')),
  tools: latePage(() => import('../features/catalogue/tools-page.tsx')),
  tool: latePage(() => import('../features/catalogue/tool-page.tsx')),
  purchase: latePage(() => import('../features/checkout/purchase-page.tsx')),
  payment: latePage(() => import('../features/checkout/payment-page.tsx')),
  myOrders: latePage(() => import('../features/orders/my-orders-page.tsx')),
  order: latePage(() => import('../features/orders/order-page.tsx')),
  addReview: latePage(() => import('../features/reviews/add-review-page.tsx')),
  login: latePage(() => import('../features/account/login-page.tsx')),
  signup: latePage(() => import('../features/account/signup-page.tsx')),
  profile: latePage(() => import('../features/account/profile-page.tsx')),
  blog: latePage(() => import('../features/blog/blog-page.tsx')),
  portfolio: latePage(() => import('../features/portfolio/portfolio-page.tsx')),
  users: latePage(() => import('../features/admin/users/users-page.tsx')),
  addTool: latePage(() => import('../features/admin/tools/add-tool-page.tsx')),
  manageOrders: latePage(() => import('../features/admin/orders/manage-orders-page.tsx')),
  manageProducts: latePage(() => import('../features/admin/tools/manage-products-page.tsx')),
  operations: latePage(() => import('../features/admin/operations/operations-page.tsx')),
  notFound: latePage(() => import('./not-found-page.tsx')),
};
