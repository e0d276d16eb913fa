import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import { CarrierSelect } from './ship-with-carrier.tsx';

vi.mock('../../../../shared/saved/shop-config.ts', () => ({
  useConfig: () => ({ shipping: { carriers: ['Pathao', 'Sundarban'], dispatchDays: 2 } }),
}));

test.each([
  ['none', '', ['No carrier', 'Pathao', 'Sundarban']],
  ['one of the shop', 'Sundarban', ['No carrier', 'Pathao', 'Sundarban']],
  [
    'one that the shop no longer lists',
    'SA Paribahan',
    ['No carrier', 'SA Paribahan', 'Pathao', 'Sundarban'],
  ],
])('shows the carrier that the form holds: %s', (_, value, choices) => {
  renderInShop(<CarrierSelect value={value} onChange={vi.fn()} />);
  const select = screen.getByLabelText<HTMLSelectElement>('Carrier');
  expect(select.value).toBe(value);
  expect([...select.options].map(({ text }) => text)).toEqual(choices);
});
