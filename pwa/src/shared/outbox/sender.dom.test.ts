import type { Order } from '@karigar/bff/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import { noteAnswer, noteSilence } from '../api/reachability.ts';
import { countUnsent, personDb, removePersonDb } from '../saved/person-db.ts';
import { forgetPerson } from '../session/session-store.ts';
import { testingLocks } from '../testing/locks.ts';
import { entries, orderWork } from '../testing/outbox-entries.ts';
import { signInAs } from '../testing/person.ts';
import { keepSending, sendNow } from './sender.ts';
import { tellUnlessFollowed } from './tell-accepted.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../api/call.ts', () => ({ call }));
vi.mock('./tell-accepted.ts');
vi.mock('../saved/catalogue.ts', () => ({ rereadTools: vi.fn(), rereadReviews: vi.fn() }));

const placed = { acknowledged: true, insertedId: 'o1', order: null };
const problem = (status: number, code: 'OUT_OF_STOCK' | 'INTERNAL') =>
  new ApiProblem({ type: 'about:blank', title: 'No', detail: 'No', status, code, requestId: 'r1' });
const entryOf = (uid: string, id: string) => personDb(uid).read(({ outbox }) => outbox.get(id));
const status = async (uid: string, id = 'i1') => (await entryOf(uid, id))?.status;
/** Keys of the calls that were made, in their order. */
const sent = () => call.mock.calls.map(([, { headers }]) => headers['Idempotency-Key']);

const save = (uid: string, ...ids: string[]) =>
  personDb(uid).write(({ outbox }) =>
    outbox.put(...ids.map((id, place) => ({ ...entries.saved, uid, id, createdAt: place }))),
  );

beforeEach(() => {
  call.mockReset().mockResolvedValue(placed);
  signInAs();
  testingLocks();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await Promise.all([removePersonDb('u1'), removePersonDb('u2')]);
});

test('everything is sent once, in the order made', async () => {
  await save('u1', 'b', 'a', 'c');
  await sendNow();
  await sendNow();
  expect(sent()).toEqual(['b', 'a', 'c']);
  expect(call).toHaveBeenCalledWith('POST /orders', expect.objectContaining({ body: orderWork.order }));
  expect(await countUnsent('u1')).toBe(0);
});

test.each([
  ['a refusal', problem(409, 'OUT_OF_STOCK'), 'refused'],
  ['a fault of the shop about one entry', problem(500, 'INTERNAL'), 'sending'],
])('%s does not hold up the next one', async (_what, error, left) => {
  await save('u1', 'a', 'b');
  call.mockRejectedValueOnce(error);
  await sendNow();
  expect([await status('u1', 'a'), await status('u1', 'b')]).toEqual([left, 'accepted']);
});

test('without an answer nothing later is tried, so that the order stays, and what waits says why', async () => {
  await save('u1', 'a', 'b');
  call.mockRejectedValueOnce(new NoAnswerError('timeout'));
  await sendNow();
  expect(await entryOf('u1', 'a')).toMatchObject({ status: 'sending', delay: 'no-answer' });
  expect(await entryOf('u1', 'b')).toMatchObject({ status: 'saved', delay: 'no-answer' });
  await sendNow();
  expect(sent()).toEqual(['a', 'a', 'b']);
});

test('nothing is sent once the person has gone', async () => {
  await save('u1', 'a', 'b');
  call.mockImplementationOnce(async () => {
    forgetPerson();
    return placed;
  });
  await sendNow();
  expect(sent()).toEqual(['a']);
});

test.each([undefined, { status: 'ok' }, 'welcome'])(
  'the answer %o, which names nothing, accepts nothing',
  async (answer) => {
    await save('u1', 'i1');
    call.mockResolvedValueOnce(answer);
    await sendNow();
    expect(await entryOf('u1', 'i1')).toMatchObject({ status: 'sending', delay: 'no-answer' });
  },
);

test('an accepted order is in My Orders in the same step, unless newer news of it is there', async () => {
  const order = { _id: 'o1', version: 1, toolsName: 'Hand saw', paid: false } as Order;
  const saved = () => personDb('u1').read(({ orders }) => orders.get('o1'));
  await save('u1', 'a');
  call.mockResolvedValue({ ...placed, order });
  await sendNow();
  expect(await saved()).toEqual(order);
  const paid = { ...order, version: 2, paid: true };
  await personDb('u1').write(({ orders }) => orders.put(paid));
  await save('u1', 'b');
  await sendNow();
  expect(await status('u1', 'b')).toBe('accepted');
  expect(await saved()).toEqual(paid);
});

test('an accepted entry leaves the device after a day', async () => {
  await personDb('u1').write(({ outbox }) => outbox.put({ ...entries.accepted, acceptedAt: 1 }));
  await sendNow();
  expect(await entryOf('u1', 'i1')).toBeUndefined();
});

test('the order of the next person does not wait for a round that was queued for the last one', async () => {
  const release = testingLocks().holdElsewhere('karigar-outbox-u1');
  const earlier = sendNow();
  forgetPerson();
  signInAs({ uid: 'u2' });
  await save('u2', 'i1');
  await sendNow();
  expect(await status('u2')).toBe('accepted');
  release();
  await earlier;
});

test('an outcome that could not be recorded is asked for again by itself', async () => {
  await save('u1', 'i1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  call.mockRejectedValueOnce(new DOMException('cut off', 'DataError'));
  await expect(sendNow()).rejects.toThrow('cut off');
  expect(await status('u1')).toBe('sending');
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await status('u1')).toBe('accepted'));
});

test('a browser that says it is offline sends when the shop answers it', async () => {
  await save('u1', 'i1');
  testingLocks({ onLine: false });
  noteSilence();
  await sendNow();
  expect(await status('u1')).toBe('saved');
  noteAnswer();
  await sendNow();
  expect(await status('u1')).toBe('accepted');
});

test('after a lock that could not be asked for the next call asks anew', async () => {
  await save('u1', 'i1');
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: () => Promise.reject(new DOMException('not active', 'InvalidStateError')) },
  });
  await expect(sendNow()).rejects.toThrow('not active');
  testingLocks();
  await sendNow();
  expect(await status('u1')).toBe('accepted');
});

test('an entry that was on its way when the browser ended is sent again at the start', async () => {
  await personDb('u1').write(({ outbox }) => outbox.put(entries.sending));
  const stop = keepSending();
  await vi.waitFor(() =>
    expect(tellUnlessFollowed).toHaveBeenCalledWith(expect.objectContaining({ id: 'i1' }), 'o1'),
  );
  stop();
});
