import type { Order } from '@karigar/bff/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Dexie from 'dexie';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer, noteSilence } from '../../../shared/api/reachability.ts';
import type { RememberedOrigin } from '../../../shared/paths.ts';
import { personDb, removePersonDb } from '../../../shared/saved/person-db.ts';
import { currentSession, forgetPerson } from '../../../shared/session/session-store.ts';
import { lendToken } from '../../../shared/testing/lend-token.ts';
import { entries, orderWork, saveEntry } from '../../../shared/testing/outbox-entries.ts';
import { signInAs } from '../../../shared/testing/person.ts';
import { clearPublicData } from '../../../shared/testing/public-data.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { PersonalDataBox } from './personal-data-box.tsx';

const email = 'rahima@karigar.example';
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const problem = (status: number, code: string, members: object = {}) =>
  json(status, { type: '', title: 'No', detail: 'Not this one', status, code, requestId: 'r', ...members });

/** Another person in each test: what the shop has said of one is not asked again within seconds. */
let people = 0;
let uid = '';
const silence = () => Promise.reject(new TypeError('Failed to fetch'));
/** What the shop answers to the person's wish; it has nothing to say about anything else. */
let shop: () => Promise<Response>;
let sent: RequestInit['body'];
/** What the shop says of an erasure that waits. */
let waiting: () => Promise<Response>;

beforeEach(async () => {
  lendToken();
  shop = silence;
  waiting = async () => json(200, { roles: [], erasesAt: null });
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    if (address === '/api/me' && method === 'GET') return waiting();
    if (method === 'DELETE') sent = body;
    return address.startsWith('/api/me') ? shop() : silence();
  });
  people += 1;
  uid = `u${people}`;
  noteAnswer();
  signInAs({ uid, email });
  await clearPublicData();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  // What the shop answers late is nobody's then.
  act(() => forgetPerson());
  await act(() => removePersonDb(uid));
});

function Place() {
  const { pathname, state } = useLocation() as { pathname: string; state: RememberedOrigin | null };
  return <p data-testid="place">{`${pathname}, then ${state?.from ?? 'nowhere'}`}</p>;
}
const show = (path = '/privacy') =>
  renderInShop(
    <>
      <PersonalDataBox />
      <Place />
    </>,
    { path },
  );

const dialog = () => screen.findByRole('dialog');
const eraseButton = async () =>
  within(await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Erase my account' });

/** Opens the dialog, types the address and presses the button. */
async function erase(): Promise<void> {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Erase my account' }));
  await user.type(within(await dialog()).getByLabelText(/Type your email address/), email);
  await user.click(await eraseButton());
}

test('a visitor is asked to sign in first, and comes back', async () => {
  act(() => forgetPerson());
  show();
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(screen.getByTestId('place').textContent).toBe('/login, then /privacy');
});

test('without a network the download says so', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText(/We can’t reach the shop right now. Nothing was saved/)).toBeDefined();
});

test('nothing is erased before the person has typed their own address', async () => {
  show();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Erase my account' }));
  const field = within(await dialog()).getByLabelText(/Type your email address/);
  expect((await eraseButton()).disabled).toBe(true);
  await user.type(field, 'karim@karigar.example');
  expect((await eraseButton()).disabled).toBe(true);
  await user.clear(field);
  await user.type(field, ' Rahima@Karigar.example');
  expect((await eraseButton()).disabled).toBe(false);
});

test('what has not reached the shop yet is named before', async () => {
  await saveEntry({ ...entries.saved, uid });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Erase my account' }));
  const { toolsName, quantity } = orderWork.order;
  expect(await within(await dialog()).findByText(new RegExp(`${toolsName} × ${quantity}`))).toBeDefined();
});

test.each([
  ['is erased', () => json(200, { erased: true, waitsUntil: null })],
  ['was erased by a call whose answer was lost', () => problem(401, 'PERSON_ERASED')],
])('a person who %s leaves this device', async (_, answer) => {
  await personDb(uid).write(({ facts }) => facts.put({ key: 'live', id: '0.7.aaaaaaaa' }));
  shop = async () => answer();
  show();
  await erase();
  await vi.waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/, then nowhere'));
  expect(currentSession().status).toBe('signed-out');
  await vi.waitFor(async () => expect(await Dexie.exists(`karigar-person-${uid}`)).toBe(false));
  expect(await screen.findByText('This account has been erased.')).toBeDefined();
});

test('a person who hears of their erasure before its answer comes stands on the home page too', async () => {
  shop = async () => {
    act(() => forgetPerson());
    throw new TypeError('Failed to fetch');
  };
  show();
  await erase();
  await vi.waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/, then nowhere'));
});

test('an erasure that waits says until when, and the person stays', async () => {
  const day = '2036-11-21T12:00:00.000Z';
  shop = async () => {
    waiting = async () => json(200, { roles: [], erasesAt: day });
    return json(202, { erased: false, waitsUntil: day });
  };
  show();
  await erase();
  const words = await within(await dialog()).findByText(/we’ll erase your account automatically/);
  expect(sent).toBe('{"confirm":"rahima@karigar.example"}');
  expect(words.textContent).toContain('2036');
  expect(document.activeElement).toBe(words);
  await userEvent.click(within(await dialog()).getByText('Close'));
  const told = await screen.findByText(/erase everything automatically/);
  expect(told.textContent).toContain('2036');
  expect(currentSession().status).toBe('signed-in');
});

test('paid orders that are not shipped stop it, by name and with the way to them', async () => {
  await personDb(uid).write(({ orders }) =>
    orders.put({
      _id: 'o1',
      toolsName: 'Hand saw',
      quantity: 3,
      price: 36,
      createdAt: '',
    } as Order),
  );
  shop = async () => problem(409, 'ORDERS_OPEN', { orders: ['o1', 'o2'] });
  show();
  await erase();
  expect(await screen.findByText(/Your account was not erased/)).toBeDefined();
  const known = await screen.findByRole('link', { name: 'Hand saw × 3, $36' });
  expect(known.getAttribute('href')).toBe('/dashboard/orders/o1');
  expect(screen.getByRole('link', { name: 'Order o2' })).toBeDefined();
  expect(currentSession().status).toBe('signed-in');
});

test('a sign-in that is too old is made anew, and leads back to the dialog with nothing lost', async () => {
  await saveEntry({ ...entries.saved, uid });
  history.replaceState({ key: 'k1' }, '', '/privacy');
  shop = async () => problem(401, 'SIGN_IN_TOO_OLD');
  show();
  await erase();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  expect(screen.getByTestId('place').textContent).toBe('/login, then /privacy#erase');
  expect(currentSession().status).toBe('signed-out');
  expect(await Dexie.exists(`karigar-person-${uid}`)).toBe(true);
});

test('who comes back from signing in again finds the dialog open', async () => {
  show('/privacy#erase');
  expect(await dialog()).toBeDefined();
});

test('an address that the shop does not take is told at its field', async () => {
  shop = async () => problem(400, 'CONFIRM_EMAIL');
  show();
  await erase();
  const field = within(await dialog()).getByLabelText(/Type your email address/);
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Not this one')).toBeDefined();
  expect(document.activeElement).toBe(field);
});

test('closing the dialog leads back to its button', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Erase my account' }));
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Erase my account');
});

test('without a network the dialog does not open, and its button says why', async () => {
  waiting = silence;
  noteSilence();
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Erase my account' }));
  expect(await screen.findByText(/Your account has not changed/)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without an answer nobody is signed out, and it may be asked again', async () => {
  show();
  await erase();
  expect(await screen.findByText(/You can safely try again/)).toBeDefined();
  expect((await eraseButton()).disabled).toBe(false);
  expect(currentSession().status).toBe('signed-in');
});
