/** A page that a first visit often begins with. */
export interface FirstVisitPage {
  /** Its name in `src/app/pages.ts`, and of its file. */
  name: string;
  /** Its addresses; `:id` stands for one part of a path. */
  paths: string[];
  /** The modules it is made of, besides the shop's frame; their files are fetched at once. */
  modules: string[];
  /** Whether its first paint is drawn by the build. */
  drawn?: true;
  /** Which tools' pictures the server puts into the first paint: the newest, or the one that the address names. */
  pictures?: 'newest' | 'one';
  /** Whether its first paint is for signed-in people only. */
  signedIn?: true;
}

const beside = ['src/app/signed-in.tsx', 'src/app/layout/outbox-badge.tsx'];
const dashboard = [...beside, 'src/app/layout/dashboard-layout.tsx', 'src/app/layout/dashboard-drawer.tsx'];

/** The pages that get an HTML file of their own; those of signed-in people last. */
export const firstVisitPages: FirstVisitPage[] = [
  { name: 'home', paths: ['/', '/home'], modules: ['src/features/home/home-page.tsx'], drawn: true },
  {
    name: 'tools',
    paths: ['/tools'],
    modules: ['src/features/catalogue/tools-page.tsx'],
    drawn: true,
    pictures: 'newest',
  },
  { name: 'tool', paths: ['/tools/:id'], modules: ['src/features/catalogue/tool-page.tsx'] },
  { name: 'login', paths: ['/login'], modules: ['src/features/account/login-page.tsx'] },
  { name: 'blog', paths: ['/blog'], modules: ['src/features/blog/blog-page.tsx'] },
  { name: 'portfolio', paths: ['/myportfolio'], modules: ['src/features/portfolio/portfolio-page.tsx'] },
  {
    name: 'purchase',
    paths: ['/purchase/:id'],
    modules: ['src/features/checkout/purchase-page.tsx', ...beside],
    drawn: true,
    pictures: 'one',
    signedIn: true,
  },
  {
    name: 'myOrders',
    paths: ['/dashboard/myorders'],
    modules: ['src/features/orders/my-orders-page.tsx', ...dashboard],
    drawn: true,
    signedIn: true,
  },
];
