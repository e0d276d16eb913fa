import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Counter } from './executive-summary.tsx';

const motion = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: reduced && query.includes('reduce'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

afterEach(() => vi.unstubAllGlobals());

describe('a counter on the page', () => {
  it('shows its final value at once with reduced motion', () => {
    motion(true);
    renderInShop(<Counter value={47.5} suffix="M" />);
    expect(screen.getByText('47.5M')).toBeTruthy();
  });

  it('waits at nothing until it is seen', () => {
    motion(false);
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    renderInShop(<Counter value={245} suffix="+" />);
    expect(screen.getByText('0+')).toBeTruthy();
  });
});
