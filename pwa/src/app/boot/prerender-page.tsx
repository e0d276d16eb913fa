import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { Component as ToolsPage } from '../../features/catalogue/tools-page.tsx';
import { Component as PurchasePage } from '../../features/checkout/purchase-page.tsx';
import { Component as HomePage } from '../../features/home/home-page.tsx';
import { Component as MyOrdersPage } from '../../features/orders/my-orders-page.tsx';
import { keepPerson } from '../../shared/session/session-store.ts';
import DashboardLayout from '../layout/dashboard-layout.tsx';
import { Header } from '../layout/header.tsx';
import { ShopFrame } from '../layout/shop-frame.tsx';
import { cssVariables, theme } from '../theme/theme.ts';

const drawn: Record<string, { route: ReactElement; signedIn?: true }> = {
  home: { route: <Route path="/" element={<HomePage />} /> },
  tools: { route: <Route path="/tools" element={<ToolsPage />} /> },
  purchase: { route: <Route path="/purchase/:id" element={<PurchasePage />} />, signedIn: true },
  myOrders: {
    route: (
      <Route element={<DashboardLayout />}>
        <Route path="/dashboard/myorders" element={<MyOrdersPage />} />
      </Route>
    ),
    signedIn: true,
  },
};

/** Draws pages of signed-in people for somebody without a name: who it is only the browser knows. */
function signInNobody(): void {
  Object.assign(globalThis, { localStorage: { setItem: () => undefined, getItem: () => null } });
  keepPerson({ uid: 'nobody', email: '', name: '', photoURL: null, admin: false });
}

/**
 * What a visitor sees of a page before its code is there: the page as it is without a saved copy. Run by the build, pages
 * of signed-in people last; React draws the same boxes again and takes their place.
 */
export async function drawPage(name: string, path: string): Promise<string> {
  const page = drawn[name];
  if (page === undefined) throw new Error(`No first paint for ${name}`);
  if (page.signedIn) signInNobody();
  const { prelude } = await prerender(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <StaticRouter location={path}>
        <ShopFrame header={<Header />}>
          <Routes>{page.route}</Routes>
        </ShopFrame>
      </StaticRouter>
    </MantineProvider>,
    // All in one piece: what comes in pieces needs inline scripts.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
