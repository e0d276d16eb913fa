import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';

/** Renders a page or component as the shop does, at `path`, without animations. */
export function renderInShop(children: ReactNode, { path = '/' }: { path?: string } = {}): RenderResult {
  return render(
    <MantineProvider env="test">
      <Notifications limit={1} transitionDuration={0} />
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </MantineProvider>,
  );
}
