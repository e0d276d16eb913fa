import { MantineProvider } from '@mantine/core';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Toasts } from '../ui/toasts.tsx';

/** Renders a page or component as the shop does, at `path`, without animations. */
export function renderInShop(children: ReactNode, { path = '/' }: { path?: string } = {}): RenderResult {
  return render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[path]}>
        <Toasts />
        {children}
      </MemoryRouter>
    </MantineProvider>,
  );
}
