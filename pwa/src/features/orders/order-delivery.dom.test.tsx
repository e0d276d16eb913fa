import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keptDraft } from '../../shared/saved/draft.ts';
import { entryOf } from '../../shared/testing/order.ts';
import { dateOf } from '../../shared/ui/time.ts';
import { change, json, open, problem, receipt, shop, show, signIn } from './testing/order-shop.tsx';

const at = '2026-11-23T10:00:00.000Z';

test('an order that has not left says its number, where it goes, and how soon', async () => {
  change({ phone: '01711-222333' });
  const facts = await open();
  expect(facts.getByText(`K-${shop.order.number}`)).toBeTruthy();
  const address = facts.getByText('Deliver to').parentElement;
  expect(address?.textContent).toContain('Rahima KhatunHouse 12, Road 7Dhaka 1209');
  expect(facts.getByRole('link', { name: '01711-222333' }).getAttribute('href')).toBe('tel:01711222333');
  expect(await screen.findByText('Next: packed and shipped, usually within 2 days.')).toBeTruthy();
});

test('an order whose money goes back is not said to be packed next', async () => {
  change({ refundRequest: { reason: 'customer', restock: true, at } });
  await open();
  expect(await screen.findByText('Your refund is in progress.')).toBeTruthy();
  expect(screen.queryByText(/^Next:/)).toBeNull();
});

test('an order that has left says with whom, and leads to where they tell where it is', async () => {
  const trackingUrl = 'https://pathao.example/P-77';
  change({ status: 'Shipped', shippedAt: at, carrier: 'Pathao', trackingNumber: 'P-77', trackingUrl });
  const facts = await open();
  expect(facts.getByText('Delivered to')).toBeTruthy();
  const link = facts.getByRole('link', { name: 'P-77' });
  expect(link.getAttribute('href')).toBe(trackingUrl);
  expect(link.getAttribute('rel')).toBe('noopener');
  const said = screen.getByText(`Shipped on ${dateOf(at)}`).parentElement;
  expect(said?.textContent).toBe(`Shipped on ${dateOf(at)} with Pathao, tracking number P-77.`);
  expect(screen.queryByRole('button', { name: 'Change delivery address' })).toBeNull();
});

test('a correction shows at once', async () => {
  shop.answers['/delivery'] = (body) => {
    const { address } = body as { address: string };
    return json(200, { order: change({ address, corrections: 1, correctedAt: at }) });
  };
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change delivery address' }));
  const field = await screen.findByRole('textbox', { name: /Address/ });
  await userEvent.clear(field);
  await userEvent.type(field, 'House 14');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await receipt()).getByText(/House 14/)).toBeTruthy());
  expect(await screen.findByText('The delivery address was changed.')).toBeTruthy();
});

test('the timeline says what a correction changed', async () => {
  const data = { before: { city: 'Dhake' }, after: { city: 'Dhaka' } };
  shop.timeline = [entryOf({ version: 2, type: 'order.corrected', data })];
  await open();
  expect(await screen.findByText('City: now Dhaka, was Dhake')).toBeTruthy();
});

test('ordering again fills in the form of the tool and tells how it was', async () => {
  await open();
  await userEvent.click(await screen.findByRole('link', { name: /Order again/ }));
  expect(await screen.findByText('At /purchase/tool_1 {"again":{"quantity":3,"unitPrice":12}}')).toBeTruthy();
  expect(keptDraft('u1', 'purchase.tool_1')).toEqual({
    address: 'House 12, Road 7',
    city: 'Dhaka',
    zip: '1209',
    phone: '',
    quantity: '3',
  });
});

test('an order that waits for its payment is paid, not ordered again', async () => {
  change({ paid: false, paidAt: null });
  await open();
  expect(await screen.findByRole('link', { name: 'Pay Now' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Order again/ })).toBeNull();
});

test('the number of an order leads its customer to its page and an admin to where orders are worked on', async () => {
  show(`K-${shop.order.number}`);
  expect((await receipt()).getByText(shop.order._id)).toBeTruthy();
  cleanup();
  act(() => signIn(true));
  show(`K-${shop.order.number}`);
  expect(await screen.findByText(`At /dashboard/manageorders/K-${shop.order.number} null`)).toBeTruthy();
});

test('the number of somebody else’s order leads to one’s own, and a packer to where it is shipped', async () => {
  shop.answers['/order/K-7'] = () => problem('FORBIDDEN', 'Not yours', 403);
  show('K-7');
  expect(await screen.findByText('We couldn’t find order K-7 among your orders.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Orders' })).toBeTruthy();
  cleanup();
  act(() => signIn(false, ['packer']));
  show('K-7');
  expect(await screen.findByText('At /dashboard/parcels/K-7 null')).toBeTruthy();
});
