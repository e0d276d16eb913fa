import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Counter, countText } from './executive-summary.tsx';

const motion = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: reduced && query.includes('reduce'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

afterEach(() => vi.unstubAllGlobals());

describe('a counter', () => {
  it.each([
    [245, 0, '0'],
    [245, 2000, '245'],
    [65, 700, '47'],
    [47.5, 700, '34.5'],
    [47.5, 9000, '47.5'],
  ])('towards %d shows after %d ms %s', (target, elapsed, text) => {
    expect(countText(target, elapsed)).toBe(text);
  });

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
