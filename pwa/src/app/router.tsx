import type { ComponentType } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../shared/paths.ts';
import { RequireAdmin } from './guards/require-admin.tsx';
import { RequireSession } from './guards/require-session.tsx';
import { DashboardLayout } from './layout/dashboard-layout.tsx';
import { ShopLayout } from './layout/shop-layout.tsx';
import { page } from './routes.tsx';

const publicPages: [string, string][] = [
  [paths.home, 'home-page'],
  [paths.homeAlias, 'home-page'],
  [paths.tools, 'tools-page'],
  [paths.tool(), 'tool-page'],
  [paths.blog, 'blog-page'],
  [paths.portfolio, 'portfolio-page'],
  [paths.login, 'login-page'],
  [paths.signup, 'signup-page'],
];
const customerPages: [string, string][] = [
  [paths.dashboard, 'profile-page'],
  [paths.myOrders, 'my-orders-page'],
  [paths.order(), 'order-page'],
  [paths.addReview, 'add-review-page'],
  [paths.payment(), 'payment-page'],
];
const adminPages: [string, string][] = [
  [paths.users, 'users-page'],
  [paths.addProduct, 'add-tool-page'],
  [paths.manageOrders, 'manage-orders-page'],
  [paths.manageProducts, 'manage-products-page'],
  [paths.operations, 'operations-page'],
];

const purchase: [string, string][] = [[paths.purchase(), 'purchase-page']];
const notFound: [string, string][] = [['*', 'not-found-page']];

/** Each address with its page; a page is loaded when somebody goes there. */
const routesOf = (pages: [string, string][]) =>
  pages.map(([path, file]) => {
    const Page: ComponentType | undefined = page(file);
    return Page && <Route key={path} path={path} element={<Page />} />;
  });

const tree = (
  <Route element={<ShopLayout />}>
    {routesOf(publicPages)}
    <Route element={<RequireSession />}>
      {routesOf(purchase)}
      <Route element={<DashboardLayout />}>
        {routesOf(customerPages)}
        <Route element={<RequireAdmin />}>{routesOf(adminPages)}</Route>
      </Route>
    </Route>
    {routesOf(notFound)}
    <Route path="/index.html" element={<Navigate to={paths.home} replace />} />
  </Route>
);

/** The shop's addresses. The declarative router is a third of the data router's size, and we load data ourselves. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>{tree}</Routes>
    </BrowserRouter>
  );
}
