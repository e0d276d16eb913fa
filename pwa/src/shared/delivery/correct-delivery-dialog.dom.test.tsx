import type { Order } from '@karigar/bff/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { correctDelivery, getOrder } from '../api/calls.ts';
import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import { noteAnswer, noteSilence } from '../api/reachability.ts';
import { orderOf } from '../testing/order.ts';
import { renderInShop } from '../testing/render.tsx';
import { CorrectDeliveryDialog } from './correct-delivery-dialog.tsx';

vi.mock('../api/calls.ts');

const order = orderOf({ corrections: 1, phone: '01711-222333' });
const onCorrected = vi.fn();
const onOutdated = vi.fn();
const refusal = (code: 'VERSION_CONFLICT' | 'ORDER_SHIPPED', detail: string) =>
  new ApiProblem({ type: '', title: 'No', detail, status: 409, code, requestId: 'r' });

let tellNews: (order: Order) => void;

function Page() {
  const [shown, setShown] = useState(order);
  const [opened, setOpened] = useState(false);
  tellNews = setShown;
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Correct
      </button>
      <CorrectDeliveryDialog
        order={shown}
        opened={opened}
        onCorrected={onCorrected}
        onOutdated={onOutdated}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

async function open() {
  renderInShop(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Correct' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change delivery address' }));
  const field = (name: RegExp) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  return {
    dialog,
    field,
    save: () => userEvent.click(dialog.getByRole('button', { name: 'Save' })),
  };
}
async function retype(field: HTMLInputElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

beforeEach(() => {
  vi.resetAllMocks();
  noteAnswer();
});

test('begins with what the order holds, and sends all of it', async () => {
  const corrected = orderOf({ address: 'House 14', corrections: 2 });
  vi.mocked(correctDelivery).mockResolvedValue({ order: corrected });
  const { field, save } = await open();
  expect(field(/Name/).value).toBe('Rahima Khatun');
  expect(field(/^Phone/).value).toBe('01711-222333');
  await retype(field(/Address/), 'House 14 ');
  await save();
  expect(correctDelivery).toHaveBeenCalledWith('ord_1', {
    name: 'Rahima Khatun',
    address: 'House 14',
    city: 'Dhaka',
    zip: '1209',
    phone: '01711-222333',
    corrections: 1,
  });
  expect(onCorrected).toHaveBeenCalledWith(corrected);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says what is missing, leads to it and sends nothing', async () => {
  const { dialog, field, save } = await open();
  await userEvent.clear(field(/City/));
  await save();
  expect(dialog.getByText('City is required')).toBeTruthy();
  expect(document.activeElement).toBe(field(/City/));
  expect(correctDelivery).not.toHaveBeenCalled();
});

test('a correction by somebody else is shown, what was typed stays, and saving again builds on it', async () => {
  vi.mocked(correctDelivery).mockRejectedValueOnce(refusal('VERSION_CONFLICT', 'changed'));
  vi.mocked(getOrder).mockResolvedValue(orderOf({ address: 'Road 99', corrections: 2 }));
  const { dialog, field, save } = await open();
  await retype(field(/Address/), 'House 14');
  await save();
  expect((await dialog.findByRole('alert')).textContent).toContain('Road 99');
  expect(field(/Address/).value).toBe('House 14');
  expect(onOutdated).toHaveBeenCalledOnce();
  vi.mocked(correctDelivery).mockResolvedValue({ order });
  await save();
  expect(vi.mocked(correctDelivery).mock.lastCall?.[1]).toMatchObject({
    address: 'House 14',
    corrections: 2,
  });
});

test('one that comes too late is answered in the words of the shop, and what was typed stays', async () => {
  vi.mocked(correctDelivery).mockRejectedValue(refusal('ORDER_SHIPPED', 'The parcel has left.'));
  const { dialog, field, save } = await open();
  await retype(field(/Address/), 'House 14');
  await save();
  expect((await dialog.findByRole('alert')).textContent).toBe('The parcel has left.');
  expect(field(/Address/).value).toBe('House 14');
  expect(onOutdated).toHaveBeenCalledOnce();
});

/** Saves a new address; the shop is silent, and after its return holds `address`. */
async function saveInSilence(address: string) {
  vi.mocked(correctDelivery).mockImplementation(async () => {
    noteSilence();
    throw new NoAnswerError('timeout');
  });
  vi.mocked(getOrder).mockResolvedValue({ ...order, address, corrections: 2 });
  const opened = await open();
  await retype(opened.field(/Address/), 'House 14');
  await opened.save();
  await screen.findByText(/We couldn’t confirm that the delivery of 3 × Hand saw was changed/);
  act(() => noteAnswer());
  return opened;
}

test('without an answer it asks what became of it, and closes when the shop has it', async () => {
  await saveInSilence('House 14');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onCorrected).toHaveBeenCalledWith(expect.objectContaining({ address: 'House 14' }));
});

test('what the shop has not got is said, and stays typed', async () => {
  const { dialog, field } = await saveInSilence('House 12');
  await dialog.findByText('Please try again.');
  expect(field(/Address/).value).toBe('House 14');
  expect(onCorrected).not.toHaveBeenCalled();
});

test('while the shop is asked it can be closed', async () => {
  vi.mocked(correctDelivery).mockReturnValue(new Promise(() => undefined));
  const { dialog, save } = await open();
  await save();
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('news of the order takes nothing away that is typed', async () => {
  const { field } = await open();
  await retype(field(/Address/), 'House 14');
  act(() => tellNews(orderOf({ address: 'Road 99', corrections: 2, version: 5 })));
  expect(field(/Address/).value).toBe('House 14');
});

test('says first that it needs a network where there is none', async () => {
  act(() => noteSilence());
  const { dialog } = await open();
  expect(dialog.getByRole('alert').textContent).toContain('You need to be online');
  act(() => noteAnswer());
});
