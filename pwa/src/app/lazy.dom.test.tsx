import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyComponent, lazyPart } from './lazy.tsx';

const load = async () => () => <h1>Here</h1>;

afterEach(() => vi.restoreAllMocks());

it('waits for its code', async () => {
  const Page = lazyComponent(load);
  render(
    <Suspense fallback="on its way">
      <Page />
    </Suspense>,
  );
  expect(screen.getByText('on its way')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
});

it('shows at once what was fetched before', async () => {
  const Page = lazyComponent(load);
  await Page.preload();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeTruthy();
});

it('leaves the page as it is when a part does not load or breaks', async () => {
  // React reports what a boundary has caught.
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Missing = lazyPart(() => Promise.reject(new Error('no network')));
  const Broken = lazyPart(async () => () => {
    throw new Error('broken');
  });
  render(
    <main>
      The page <Missing /> <Broken />
    </main>,
  );
  await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('main').textContent?.trim()).toBe('The page');
});
