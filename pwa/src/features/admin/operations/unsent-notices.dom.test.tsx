import type { FailedNotice } from '@karigar/bff/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Queries } from '../../../shared/queries/queries.tsx';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { UnsentNotices } from './unsent-notices.tsx';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../../../shared/api/call.ts', () => ({ call }));
const again = 'POST /notices/failed/:id/again';
beforeEach(() => vi.resetAllMocks());

const receipt: FailedNotice = {
  _id: '12.paid.ab12',
  kind: 'paid',
  channel: 'mail',
  subject: 'ord_1',
  number: 180,
  failedAt: '2026-01-03T10:00:00.000Z',
  why: 'The mail server refuses the recipient (answer 550).',
};
const hammer: FailedNotice = { ...receipt, _id: '2', kind: 'back-in-stock', subject: 'tool-1', number: null };

/** Shows these, and an empty list from then on, unless what is asked for is refused. */
function show(failed: FailedNotice[], { waiting = 0, refused = false } = {}) {
  const unsent = { waiting, failedTotal: failed.length, failed };
  let now = unsent;
  call.mockImplementation(async (name: string) => {
    if (name === 'GET /notices/failed') return now;
    if (refused) throw new Error('away');
    now = { waiting: 0, failedTotal: 0, failed: [] };
  });
  renderInShop(
    <Queries>
      <UnsentNotices />
    </Queries>,
  );
}
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

it('says what could not be sent, of which order, and why', async () => {
  show([receipt, hammer], { waiting: 1 });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('Receipt, K-180: The mail server refuses the recipient');
  expect(second?.textContent).toContain('Back in stock, the tool:');
  const [toOrder, toTool] = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(toOrder).toBe('/dashboard/manageorders/K-180');
  expect(toTool).toBe('/tools/tool-1');
  screen.getByText('1 waiting to be sent or retried.');
});

it('has one sent again, and says so where the list was', async () => {
  show([receipt]);
  await screen.findByRole('listitem');
  await press('Send again: Receipt of K-180');
  expect(call).toHaveBeenCalledWith(again, { params: { id: '12.paid.ab12' } });
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  const said = await screen.findByText('Sending again now.');
  await waitFor(() => expect(document.activeElement).toBe(said));
  screen.getByText('None. Nothing is waiting to be sent.');
});

it('has all of them sent again', async () => {
  show([receipt, hammer]);
  await screen.findAllByRole('listitem');
  await press('Send all again');
  expect(call).toHaveBeenCalledWith('POST /notices/failed/again');
  await screen.findByText('Sending all of them again now.');
});

it('keeps what could not be taken off the list', async () => {
  show([receipt], { refused: true });
  await screen.findByRole('listitem');
  await press('Remove from the list: Receipt of K-180');
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
