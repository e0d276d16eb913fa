import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderOf } from '../testing/order.ts';
import { renderInShop } from '../testing/render.tsx';
import { DeliveryText } from './delivery-text.tsx';

test('a city of another direction turns nothing around it', () => {
  renderInShop(<DeliveryText delivery={orderOf({ city: 'مدينة', zip: '1209' })} />);
  expect(screen.getByText('مدينة').tagName).toBe('BDI');
  expect(screen.getByText('1209').tagName).toBe('BDI');
});
