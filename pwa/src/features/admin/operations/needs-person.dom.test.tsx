import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { NeedsPerson } from './needs-person.tsx';

const at = '2026-01-03T10:00:00.000Z';

it('says what kind of trouble each record is, and what it tells', () => {
  const entries = [
    { id: '1', at, kind: 'refund.failed', detail: 'The card was lost (re_1, $36.00)' },
    { id: '2', at, kind: 'payment.moon', detail: 'Something new' },
  ];
  renderInShop(<NeedsPerson entries={entries} />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Refund failedThe card was lost \(re_1, \$36\.00\)/),
    expect.stringMatching(/^payment\.moonSomething new/),
  ]);
});

it('leads from the number of an order to the order', () => {
  renderInShop(
    <NeedsPerson
      entries={[{ id: '1', at, kind: 'refund.failed', detail: '$36.00 of order K-309 was refused' }]}
    />,
  );
  expect(screen.getByRole('link', { name: 'K-309' }).getAttribute('href')).toBe(
    '/dashboard/manageorders/K-309',
  );
  expect(screen.getByRole('listitem').textContent).toContain('$36.00 of order K-309 was refused');
});
