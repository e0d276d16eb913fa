import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getTools } from '../../../shared/api/calls.ts';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../../shared/api/reachability.ts';
import { keptDraft } from '../../../shared/saved/draft.ts';
import { signInAs } from '../../../shared/testing/person.ts';
import { refusal } from '../../../shared/testing/refusal.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { setCurrency } from '../../../shared/ui/money.tsx';
import { endToasts } from '../../../shared/ui/toast.ts';
import { Component as AddToolPage } from './add-tool-page.tsx';
import { uploadImage } from './upload-image.ts';

const addTool = vi.hoisted(() => vi.fn());
vi.mock('../../../shared/api/call.ts', () => ({ call: addTool }));
vi.mock('../../../shared/api/calls.ts');
vi.mock('./upload-image.ts', { spy: true });

let person = 0;

beforeEach(() => {
  person += 1;
  signInAs({ uid: `u${person}`, roles: ['admin'] });
  addTool.mockReset();
  vi.mocked(uploadImage).mockResolvedValue('/images/plane.webp');
  vi.mocked(getTools).mockResolvedValue({ items: [], etag: null });
});
afterEach(() => act(() => endToasts()));

async function fill() {
  const page = renderInShop(<AddToolPage />);
  await screen.findByLabelText(/Tools name/);
  for (const [label, value] of [
    ['Tools name', 'Plane'],
    ['Unit price', '12'],
    ['Minimum order quantity', '2'],
    ['Available quantity', '40'],
    ['Description', 'Smooths wood.'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(new RegExp(label)), { target: { value } });
  }
  return page;
}

async function choosePictureAndSend() {
  const user = userEvent.setup();
  const file = new File(['p'], 'plane.webp', { type: 'image/webp' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('The form has no field for a picture');
  await user.upload(input, file);
  await user.click(screen.getByRole('button', { name: 'Add tool' }));
}

async function fillAndSend() {
  await fill();
  await choosePictureAndSend();
}

test.each([
  ['an answer with no id', () => addTool.mockResolvedValueOnce({ insertedId: '' })],
  ['an empty answer', () => addTool.mockResolvedValueOnce(undefined)],
  [
    'a picture that could not be sent',
    () => vi.mocked(uploadImage).mockRejectedValueOnce(new NoAnswerError('unreachable')),
  ],
])('%s is a failure that keeps what was typed, which a second press sends', async (_, fail) => {
  addTool.mockResolvedValue({ insertedId: 'tool_1' });
  fail();
  await fillAndSend();
  expect(await screen.findByText(/^Failed to add a Product\./)).toBeTruthy();
  expect(screen.getByLabelText(/Tools name/)).toHaveProperty('value', 'Plane');
  expect(screen.getByLabelText(/Unit price/)).toHaveProperty('value', '12');
  await userEvent.click(screen.getByRole('button', { name: 'Add tool' }));
  await screen.findByText('Product added successfully');
});

const problem = (code: 'UNAVAILABLE' | 'KEY_REUSED', status: number) => refusal(status, code);
const draft = () => keptDraft(`u${person}`, 'new-tool');
const sentKeys = () => addTool.mock.calls.map(([, { headers }]) => headers['Idempotency-Key']);

test('a tool whose answer was lost is sent again with the same key', async () => {
  addTool
    .mockImplementationOnce(async () => {
      noteSilence();
      throw new NoAnswerError('timeout');
    })
    .mockResolvedValue({ insertedId: 'tool_1' });
  await fillAndSend();
  await screen.findByText(/We couldn’t confirm that Plane was added/);
  act(() => noteAnswer());
  await screen.findByText('Product added successfully');
  const [first, again, ...others] = sentKeys();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([again, others]).toEqual([first, []]);
});

test('a second press after a failure has the same key; a tool that was added by then is not added twice', async () => {
  addTool.mockRejectedValueOnce(problem('UNAVAILABLE', 503));
  addTool.mockRejectedValueOnce(problem('KEY_REUSED', 422));
  await fillAndSend();
  await screen.findByText(/^Failed to add a Product/);
  await userEvent.click(screen.getByRole('button', { name: 'Add tool' }));
  expect(await screen.findByText(/^This tool was already added/)).toBeTruthy();
  const [first, second] = sentKeys();
  expect(second).toBe(first);
  expect(screen.getByLabelText(/Tools name/)).toHaveProperty('value', 'Plane');
  await waitFor(() => expect(draft()).toBeNull());
});

test('a number that is not whole stays as it is typed, and is refused in words', async () => {
  renderInShop(<AddToolPage />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/Tools name/), 'Plane');
  const typed = { 'Unit price': '12.5', 'Minimum order quantity': '-4', 'Available quantity': '1,5' };
  for (const [label, text] of Object.entries(typed)) {
    await user.type(screen.getByLabelText(new RegExp(label)), text);
  }
  await user.click(screen.getByRole('button', { name: 'Add tool' }));
  const description = /Write a whole number/;
  const price = await screen.findByRole('textbox', { name: /Unit price/, description });
  expect(document.activeElement).toBe(price);
  expect(screen.getAllByText(/^Write a whole number/)).toHaveLength(3);
  for (const [label, text] of Object.entries(typed)) {
    expect(screen.getByLabelText(new RegExp(label))).toHaveProperty('value', text);
  }
});

test('what is typed outlasts a reload, with its key, and is gone once the tool is added', async () => {
  addTool.mockRejectedValueOnce(problem('UNAVAILABLE', 503));
  addTool.mockResolvedValue({ insertedId: 'tool_1' });
  const before = await fill();
  await choosePictureAndSend();
  await screen.findByText(/^Failed to add a Product/);
  before.unmount();

  const after = renderInShop(<AddToolPage />);
  expect(await screen.findByLabelText(/Tools name/)).toHaveProperty('value', 'Plane');
  expect(screen.getByLabelText(/Available quantity/)).toHaveProperty('value', '40');
  await choosePictureAndSend();
  await screen.findByText('Product added successfully');
  const [first, second] = sentKeys();
  expect(second).toBe(first);
  expect(screen.getByLabelText(/Tools name/)).toHaveProperty('value', '');
  await waitFor(() => expect(draft()).toBeNull());
  after.unmount();
  renderInShop(<AddToolPage />);
  expect(await screen.findByLabelText(/Tools name/)).toHaveProperty('value', '');
});

test('shows the sign of the shop’s currency before the price', async () => {
  setCurrency('BDT');
  await fill();
  expect(screen.getByText('৳')).toBeTruthy();
  setCurrency('USD');
});
