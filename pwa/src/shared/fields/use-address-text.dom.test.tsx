import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import { useAddressText } from './use-address-text.ts';

afterEach(cleanup);

/** A search box whose address follows two keys late, as on a slow device. */
function LateBox() {
  const [params, setParams] = useSearchParams();
  const { typed, field } = useAddressText(params.get('search') ?? '');
  const [late, setLate] = useState<string[]>([]);
  const navigate = useNavigate();
  return (
    <>
      <input
        {...field}
        aria-label="Search"
        onChange={(event) => {
          field.onChange(event);
          const waiting = [...late, event.currentTarget.value];
          setLate(waiting);
          if (waiting.length > 2) setParams({ search: waiting.at(-3) ?? '' }, { replace: true });
        }}
      />
      <button type="button" onClick={() => setParams({ search: 'chisel' })}>
        Other
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => navigate(-1)}>
        Back
      </button>
      <output>{typed}</output>
    </>
  );
}

it('keeps each letter that is typed while the address lags behind', async () => {
  const user = userEvent.setup();
  renderInShop(<LateBox />, { path: '/tools' });
  const box = screen.getByRole('textbox', { name: 'Search' });
  await user.type(box, 'screwdriver');
  expect(box).toHaveProperty('value', 'screwdriver');
  expect(screen.getByRole('status').textContent).toBe('screwdriver');
});

it('follows the address when the field has no focus, and when the person goes back', async () => {
  const user = userEvent.setup();
  renderInShop(<LateBox />, { path: '/tools?search=saw' });
  const box = screen.getByRole('textbox', { name: 'Search' });
  expect(box).toHaveProperty('value', 'saw');
  await user.click(screen.getByRole('button', { name: 'Other' }));
  expect(box).toHaveProperty('value', 'chisel');
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(box).toHaveProperty('value', 'saw');
});
