import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer, noteSilence } from '../api/reachability.ts';
import { personDb, removePersonDb } from '../saved/person-db.ts';
import { forgetPerson } from '../session/session-store.ts';
import { testingLocks } from '../testing/locks.ts';
import { entries, orderWork } from '../testing/outbox-entries.ts';
import { signInAs } from '../testing/person.ts';
import { changeOutboxEntry, discardOutboxEntry, enqueue } from './outbox.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../api/call.ts', () => ({ call }));
vi.mock('../saved/catalogue.ts', () => ({ rereadTools: vi.fn(), rereadReviews: vi.fn() }));

beforeEach(() => {
  call.mockReset().mockResolvedValue({ acknowledged: true, insertedId: 'o1', order: null });
  signInAs();
});
afterEach(async () => {
  noteAnswer();
  forgetPerson();
  vi.unstubAllGlobals();
  await removePersonDb('u1');
});

const persist = vi.fn();
const storages = {
  'never promises to keep what it stores': undefined,
  'refuses to promise': { persisted: async () => false, persist: async () => false },
  'fails when asked for it': { persisted: () => Promise.reject(new TypeError('no')), persist },
};

for (const [what, storage] of Object.entries(storages)) {
  test(`an order is stored and sent once in a browser that ${what}`, async () => {
    testingLocks({ storage });
    await enqueue('i1', orderWork);
    await vi.waitFor(async () =>
      expect((await personDb('u1').read(({ outbox }) => outbox.get('i1')))?.status).toBe('accepted'),
    );
    expect(call).toHaveBeenCalledOnce();
  });
}

test('a browser that can promise to keep what it stores is asked at the first order', async () => {
  persist.mockResolvedValue(true);
  testingLocks({ storage: { persisted: async () => false, persist } });
  await enqueue('i1', orderWork);
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
  await vi.waitFor(async () =>
    expect((await personDb('u1').read(({ outbox }) => outbox.get('i1')))?.status).toBe('accepted'),
  );
});

const goOffline = () => {
  testingLocks({ onLine: false });
  noteSilence();
};
const entry = (id: string) => personDb('u1').read(({ outbox }) => outbox.get(id));

test('the same intent twice is one entry', async () => {
  goOffline();
  const first = await enqueue('i1', orderWork);
  expect(await enqueue('i1', { ...orderWork, picture: 'other' })).toEqual(first);
  expect(await personDb('u1').read(({ outbox }) => outbox.all())).toEqual([first]);
});

test('an entry that has been tried can be neither changed nor thrown away', async () => {
  goOffline();
  await personDb('u1').write(({ outbox }) => outbox.put(entries.sending));
  expect(await changeOutboxEntry('i1', orderWork)).toBeNull();
  expect(await discardOutboxEntry('i1')).toBe(false);
  expect(await entry('i1')).toEqual(entries.sending);
});

test('a refused entry may be changed, and goes again under its own id', async () => {
  testingLocks();
  await personDb('u1').write(({ outbox }) => outbox.put(entries.refused));
  expect(await changeOutboxEntry('i1', orderWork)).toMatchObject({ id: 'i1', status: 'saved' });
  await vi.waitFor(async () => expect((await entry('i1'))?.status).toBe('accepted'));
  expect(call).toHaveBeenCalledWith(
    'POST /orders',
    expect.objectContaining({ headers: { 'Idempotency-Key': 'i1' } }),
  );
});
