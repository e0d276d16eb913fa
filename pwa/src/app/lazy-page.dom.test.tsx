import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPage } from './lazy-page.tsx';

const load = () => vi.fn(async () => ({ Component: () => <h1>Here</h1> }));

it('waits for its code', async () => {
  const Page = lazyPage(load());
  render(
    <Suspense fallback="on its way">
      <Page />
    </Suspense>,
  );
  expect(screen.getByText('on its way')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
});

it('shows at once what was fetched before', async () => {
  const Page = lazyPage(load());
  await Page.preload();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeTruthy();
});
