import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { MemoryUse, NeedsPerson, replicasText } from './health-panels.tsx';

const at = '2026-01-03T10:00:00.000Z';

it('says what kind of trouble each record is, and what it tells', () => {
  const entries = [
    { id: '1', at, kind: 'refund.failed', detail: 'The card was lost (re_1, $36.00)' },
    { id: '2', at, kind: 'payment.moon', detail: 'Something new' },
  ];
  renderInShop(<NeedsPerson needsPerson={entries} />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Refund failedThe card was lost \(re_1, \$36\.00\)/),
    expect.stringMatching(/^payment\.moonSomething new/),
  ]);
});

it('leads from the number of an order to the order', () => {
  renderInShop(
    <NeedsPerson
      needsPerson={[{ id: '1', at, kind: 'refund.failed', detail: '$36.00 of order K-309 was refused' }]}
    />,
  );
  expect(screen.getByRole('link', { name: 'K-309' }).getAttribute('href')).toBe(
    '/dashboard/manageorders/K-309',
  );
  expect(screen.getByRole('listitem').textContent).toContain('$36.00 of order K-309 was refused');
});

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

it.each([
  [0, 0, 0, 0, 'none; the log is on one disk'],
  [2, 2, 0, 1, '2 of 2 connected, up to date'],
  [2, 1, 1_530_000, 1, '1 of 2 connected, orders are paused until the others reconnect, 1.5 MB behind'],
  [1, 1, 400, 9, '1 of 1 connected, 400 B behind, no response for 9 s'],
  [1, 0, 0, 0, '0 of 1 connected, orders are paused until the others reconnect'],
  [0, 1, 0, 0, '1 connected, up to date, orders do not wait for replicas'],
])('of %i replicas %i are there', (wanted, connected, behindBytes, silentSeconds, text) => {
  expect(replicasText({ wanted, connected, behindBytes, silentSeconds })).toBe(text);
});
