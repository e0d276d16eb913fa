/** Who looks at a screen. */
export type Viewer = 'visitor' | 'customer' | 'admin';

/** One screen of the set; `path` may name the ids of `{tool}`, `{paid}` and `{unpaid}`. */
export interface Screen {
  name: string;
  path: string;
  viewer: Viewer;
}

/** Every route of the shop, each as the person who uses it sees it. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/', viewer: 'visitor' },
  { name: 'tools', path: '/tools', viewer: 'visitor' },
  { name: 'tool', path: '/tools/{tool}', viewer: 'visitor' },
  { name: 'blog', path: '/blog', viewer: 'visitor' },
  { name: 'portfolio', path: '/myportfolio', viewer: 'visitor' },
  { name: 'privacy', path: '/privacy', viewer: 'visitor' },
  { name: 'login', path: '/login', viewer: 'visitor' },
  { name: 'signup', path: '/signup', viewer: 'visitor' },
  { name: 'not-found', path: '/nowhere', viewer: 'visitor' },
  { name: 'purchase', path: '/purchase/{tool}', viewer: 'customer' },
  { name: 'profile', path: '/dashboard', viewer: 'customer' },
  { name: 'my-orders', path: '/dashboard/myorders', viewer: 'customer' },
  { name: 'order', path: '/dashboard/orders/{paid}', viewer: 'customer' },
  { name: 'add-review', path: '/dashboard/addreview', viewer: 'customer' },
  { name: 'payment', path: '/dashboard/payment/{unpaid}', viewer: 'customer' },
  { name: 'users', path: '/dashboard/users', viewer: 'admin' },
  { name: 'add-product', path: '/dashboard/addproduct', viewer: 'admin' },
  { name: 'manage-orders', path: '/dashboard/manageorders', viewer: 'admin' },
  { name: 'manage-products', path: '/dashboard/manageoproducts', viewer: 'admin' },
  { name: 'sales', path: '/dashboard/sales', viewer: 'admin' },
  { name: 'operations', path: '/dashboard/operations', viewer: 'admin' },
];
