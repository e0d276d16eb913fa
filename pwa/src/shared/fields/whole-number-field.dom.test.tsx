import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import { WholeNumberField } from './whole-number-field.tsx';

function Price() {
  const [typed, setTyped] = useState('');
  return (
    <WholeNumberField
      label="Price"
      sign="$"
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}

test.each(['12.5', '12,5', '1.5', '-4', '007', '1 000', 'ten'])('%j stays as it is typed', async (text) => {
  renderInShop(<Price />);
  const field = screen.getByLabelText('Price');
  await userEvent.type(field, text);
  await userEvent.tab();
  expect(field).toHaveProperty('value', text);
});
