import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { App } from './app.tsx';

vi.mock('./router.tsx', () => ({
  Router: () => {
    throw new Error('broken');
  },
}));

test('a shop whose frame breaks stands with words and a way on', () => {
  const onCaughtError = vi.fn();
  render(<App />, { onCaughtError });
  expect(onCaughtError).toHaveBeenCalledOnce();
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});
