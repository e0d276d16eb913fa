import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Pager, useCursorPaging } from './pager.tsx';

/** Three pages of ten, of which the last holds five. */
const following: Record<string, string | null> = { '': 'b', b: 'c', c: null };

function List() {
  const paging = useCursorPaging();
  const { search } = useLocation();
  const here = paging.cursor ?? '';
  return (
    <>
      <output>{search}</output>
      <Pager
        paging={paging}
        page={{
          items: Array.from({ length: here === 'c' ? 5 : 10 }),
          total: 25,
          nextCursor: following[here] ?? null,
        }}
        perPage={10}
      />
    </>
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('leads to the next pages and back, with the place and the filter in the address', async () => {
  renderInShop(<List />, { path: '/list?paid=true' });
  expect(screen.getByText('1 to 10 of 25')).toBeDefined();
  await press('Next');
  expect(screen.getByText('?paid=true&cursor=b')).toBeDefined();
  await press('Next');
  expect(screen.getByText('21 to 25 of 25')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
  await press('Previous');
  expect(screen.getByText('11 to 20 of 25')).toBeDefined();
  await press('Previous');
  expect(screen.getByText('?paid=true')).toBeDefined();
});

test('a page opened by a link leads back to the first, whose place is known', async () => {
  renderInShop(<List />, { path: '/list?cursor=b' });
  expect(screen.getByText('10 of 25')).toBeDefined();
  await press('First page');
  expect(screen.getByText('1 to 10 of 25')).toBeDefined();
});
