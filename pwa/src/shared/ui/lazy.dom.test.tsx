import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyComponent, lazyPart } from './lazy.tsx';

const Here = () => <h1>Here</h1>;
const Broken = () => {
  throw new Error('broken');
};
const load = async () => ({ Here, Broken });

it('waits for its code', async () => {
  const Page = lazyComponent(load, 'Here');
  render(
    <Suspense fallback="on its way">
      <Page />
    </Suspense>,
  );
  expect(screen.getByText('on its way')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
});

it('shows at once what was fetched before', async () => {
  const Page = lazyComponent(load, 'Here');
  await Page.preload();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Here' })).toBeTruthy();
});

it('leaves the page as it is when a part does not load or breaks', async () => {
  const Missing = lazyPart((): ReturnType<typeof load> => Promise.reject(new Error('no network')), 'Here');
  const BrokenPart = lazyPart(load, 'Broken');
  const onCaughtError = vi.fn();
  render(
    <main>
      The page <Missing /> <BrokenPart />
    </main>,
    { onCaughtError },
  );
  await vi.waitFor(() => expect(onCaughtError).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('main').textContent?.trim()).toBe('The page');
});
