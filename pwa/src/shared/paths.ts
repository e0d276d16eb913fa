/** Every address of the shop; no page spells one out itself. */
export const paths = {
  home: '/',
  homeAlias: '/home',
  tools: '/tools',
  toolsOf: (category: string) => `/tools?category=${encodeURIComponent(category)}`,
  tool: (id = ':id') => `/tools/${id}`,
  blog: '/blog',
  portfolio: '/myportfolio',
  privacy: '/privacy',
  login: '/login',
  signup: '/signup',
  purchase: (id = ':id') => `/purchase/${id}`,
  dashboard: '/dashboard',
  myOrders: '/dashboard/myorders',
  order: (id = ':id') => `/dashboard/orders/${id}`,
  addReview: '/dashboard/addreview',
  addReviewOf: (toolId: string) => `/dashboard/addreview?tool=${encodeURIComponent(toolId)}`,
  payment: (id = ':id') => `/dashboard/payment/${id}`,
  users: '/dashboard/users',
  addProduct: '/dashboard/addproduct',
  manageOrders: '/dashboard/manageorders',
  managedOrder: (number = ':number') => `/dashboard/manageorders/${number}`,
  parcels: '/dashboard/parcels',
  parcel: (number = ':number') => `/dashboard/parcels/${number}`,
  manageProducts: '/dashboard/manageoproducts',
  reviews: '/dashboard/reviews',
  sales: '/dashboard/sales',
  operations: '/dashboard/operations',
} as const;

/** Where a guard sends back to after signing in: React Router's `location.state` of /login and /signup. */
export interface RememberedOrigin {
  from?: string;
}
