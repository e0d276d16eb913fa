import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { Header } from '../layout/header.tsx';
import { ShopFrame } from '../layout/shop-frame.tsx';
import { cssVariables, theme } from '../theme/theme.ts';

/**
 * Draws a page as a visitor sees it before its code is there: without cached data, signed out. Run by the build; React draws
 * the same boxes again and takes their place.
 */
export async function prerenderPage(Page: ComponentType, path: string): Promise<string> {
  const { prelude } = await prerender(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <StaticRouter location={path}>
        <ShopFrame header={<Header />}>
          <Routes>
            <Route path={path} element={<Page />} />
          </Routes>
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
