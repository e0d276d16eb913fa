import { lazy, type ReactElement } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { RequireSession } from './guards/require-session.tsx';
import { lazyParts } from './layout/lazy-parts.ts';
import { ShopLayout } from './layout/shop-layout.tsx';
import { pages } from './pages.ts';

const RequireAdmin = lazy(() => import('./guards/require-admin.tsx'));
const { DashboardLayout } = lazyParts;

const route = (path: string, Page: (typeof pages)[keyof typeof pages]): ReactElement => (
  <Route key={path} path={path} element={<Page />} />
);

const tree = (
  <Route element={<ShopLayout />}>
    {route(paths.home, pages.home)}
    {route(paths.homeAlias, pages.home)}
    {route(paths.tools, pages.tools)}
    {route(paths.tool(), pages.tool)}
    {route(paths.blog, pages.blog)}
    {route(paths.portfolio, pages.portfolio)}
    {route(paths.login, pages.login)}
    {route(paths.signup, pages.signup)}
    <Route element={<RequireSession />}>
      {route(paths.purchase(), pages.purchase)}
      <Route element={<DashboardLayout />}>
        {route(paths.dashboard, pages.profile)}
        {route(paths.myOrders, pages.myOrders)}
        {route(paths.order(), pages.order)}
        {route(paths.addReview, pages.addReview)}
        {route(paths.payment(), pages.payment)}
        <Route element={<RequireAdmin />}>
          {route(paths.users, pages.users)}
          {route(paths.addProduct, pages.addTool)}
          {route(paths.manageOrders, pages.manageOrders)}
          {route(paths.manageProducts, pages.manageProducts)}
          {route(paths.operations, pages.operations)}
        </Route>
      </Route>
    </Route>
    <Route path="/index.html" element={<Navigate to={paths.home} replace />} />
    {route('*', pages.notFound)}
  </Route>
);

/** The shop's addresses. The declarative router is half the data router's size, and the saved copy loads our data. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>{tree}</Routes>
    </BrowserRouter>
  );
}
