import { MantineProvider } from '@mantine/core';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Component as ToolsPage } from '../../features/catalogue/tools-page.tsx';
import { Component as HomePage } from '../../features/home/home-page.tsx';
import { Header } from '../layout/header.tsx';
import { ShopFrame } from '../layout/shop-frame.tsx';
import { cssVariables, theme } from '../theme.ts';

const drawn: Record<string, ComponentType> = { home: HomePage, tools: ToolsPage };

/**
 * What a visitor sees of a page before its code is there: the page as it is drawn for somebody who is not signed in and
 * has no saved copy yet. Run by the build; React draws the same boxes again and takes their place.
 */
export function drawPage(name: string, path: string): string {
  const Page = drawn[name];
  if (Page === undefined) throw new Error(`No first paint for ${name}`);
  return renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <StaticRouter location={path}>
        <ShopFrame header={<Header />}>
          <Page />
        </ShopFrame>
      </StaticRouter>
    </MantineProvider>,
  );
}
