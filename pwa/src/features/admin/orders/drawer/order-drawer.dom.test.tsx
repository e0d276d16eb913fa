import type { Order } from '@karigar/bff/contracts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../../../../shared/dialog/dialog.tsx';
import { Queries } from '../../../../shared/queries/queries.tsx';
import { orderOf } from '../../../../shared/testing/order.ts';
import { refusal } from '../../../../shared/testing/refusal.ts';
import { renderInShop } from '../../../../shared/testing/render.tsx';
import type { OpenedOrder, OrderBeside } from '../model/use-opened-order.ts';
import { workOf } from '../work/testing/work.ts';
import { OrderDrawer } from './order-drawer.tsx';

vi.mock('../../../../shared/api/calls.ts', () => ({ getOrderTimeline: async () => [] }));
vi.mock('../../../../shared/saved/shop-config.ts', () => ({
  useConfig: () => ({ shipping: { carriers: ['Pathao', 'Sundarban'], dispatchDays: 2 } }),
}));

function show(subject: Partial<OpenedOrder>, at: { previous?: number; next?: number } = {}) {
  const work = workOf();
  const goOn = vi.fn<(order: Order) => void>();
  const orderAt = (number: number | undefined) => (number === undefined ? undefined : orderOf({ number }));
  const beside: OrderBeside = {
    subject: { reference: 'K-180', order: orderOf(), error: null, isGone: false, ...subject },
    opened: true,
    previous: orderAt(at.previous),
    next: orderAt(at.next),
    linkTo: () => ({ to: { pathname: '/', search: '' }, state: { fromList: true, keepsScroll: true } }),
    goOn,
    close: vi.fn(),
  };
  renderInShop(
    <Queries>
      <OrderDrawer beside={beside} work={work} />
    </Queries>,
  );
  return { work, goOn };
}

test('leads to the orders beside it, with its arrows and with J and K', async () => {
  const { goOn } = show({}, { previous: 179, next: 181 });
  await userEvent.click(screen.getByRole('button', { name: 'Next order: K-181 of Rahima Khatun' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous order: K-179 of Rahima Khatun' }));
  await userEvent.keyboard('jk');
  expect(goOn.mock.calls.map(([{ number }]) => number)).toEqual([181, 179, 181, 179]);
});

test('a letter that is typed into a field, or in a dialog above it, leads nowhere', async () => {
  const { goOn } = show({}, { next: 181 });
  await userEvent.type(screen.getByLabelText('Tracking number'), 'jj');
  renderInShop(
    <Dialog opened onClose={vi.fn()} title="Above">
      {null}
    </Dialog>,
  );
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.keyboard('j');
  expect(goOn).not.toHaveBeenCalled();
});

test('a deleted order says so, and nothing can be done to it', () => {
  show({ order: orderOf({ paid: false }) });
  screen.getByRole('button', { name: 'Delete K-180 of Rahima Khatun' });
  cleanup();
  show({ order: orderOf({ paid: false }), isGone: true });
  expect(screen.getByRole('status').textContent).toBe('Deleted');
  expect(screen.queryByRole('button', { name: /Rahima Khatun$/ })).toBeNull();
});

test('ships with a carrier and a tracking number', async () => {
  const { work } = show({});
  await userEvent.selectOptions(screen.getByLabelText('Carrier'), 'Sundarban');
  await userEvent.type(screen.getByLabelText('Tracking number'), ' SB 12 ');
  await userEvent.click(screen.getByRole('button', { name: /^Ship with this/ }));
  expect(work.ship).toHaveBeenCalledExactlyOnceWith([
    { order: orderOf(), carrier: 'Sundarban', trackingNumber: 'SB 12' },
  ]);
});

test('the customer can be called, and the parcel followed', () => {
  show({
    order: orderOf({
      phone: '01711-000000',
      status: 'Shipped',
      carrier: 'Pathao',
      trackingNumber: 'PA1',
      trackingUrl: 'https://pathao.example/PA1',
    }),
  });
  expect(screen.getByRole('link', { name: '01711-000000' }).getAttribute('href')).toBe('tel:01711000000');
  expect(screen.getByRole('link', { name: 'Track parcel' }).getAttribute('href')).toBe(
    'https://pathao.example/PA1',
  );
});

test('says so where there is no such order', () => {
  const error = refusal(404, 'ORDER_NOT_FOUND', 'We couldn’t find this order.');
  show({ reference: 'K-999', order: undefined, error });
  expect(screen.getByRole('alert').textContent).toContain('Order K-999 was not found.');
});

test('of an erased customer it says that nobody knows where the order went, and prints no slip', async () => {
  const erased = { name: 'Erased customer', email: '', address: '', city: '', zip: '' };
  show({ order: orderOf({ ...erased, status: 'Shipped' }) });
  await screen.findByText(/Erased customer: name, email and address have been erased/);
  expect(screen.queryByRole('button', { name: /email address|^Print packing slip/ })).toBeNull();
});
