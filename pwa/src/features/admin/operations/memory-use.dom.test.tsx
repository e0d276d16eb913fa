import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { MemoryUse } from './memory-use.tsx';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_530_000, '1.5 MB'],
  [999_999, '1.0 MB'],
  [254_000_000, '254 MB'],
  [3_200_000_000, '3.2 GB'],
])('says %i bytes as %s', (bytes, words) => {
  renderInShop(<MemoryUse memory={{ redisBytes: bytes, redisMaxBytes: 0, bffBytes: 1 }} />);
  expect(screen.getByText(`${words}, no limit set`)).toBeTruthy();
});
