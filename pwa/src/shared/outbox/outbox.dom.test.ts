import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personDb, removePersonDb } from '../saved/person-db.ts';
import { forgetPerson, keepPerson, keepToken } from '../session/session-store.ts';
import { enqueue } from './outbox.ts';
import { orderWork } from './testing-entries.ts';

const sendWork = vi.hoisted(() => vi.fn());
vi.mock('./send-work.ts', () => ({ sendWork }));
vi.mock('../saved/catalogue.ts', () => ({ rereadTools: vi.fn(), rereadReviews: vi.fn() }));

beforeEach(() => {
  sendWork.mockReset().mockResolvedValue({ type: 'accepted', orderId: 'o1', order: null });
  keepToken('token');
  keepPerson({ uid: 'u1', email: 'rahima@karigar.example', name: 'Rahima', photoURL: null, admin: false });
});
afterEach(async () => {
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
  test(`an order is stored and sent once in a browser without Web Locks that ${what}`, async () => {
    vi.stubGlobal('navigator', { onLine: true, storage });
    await enqueue('i1', orderWork);
    await vi.waitFor(async () => expect((await personDb('u1').outbox.get('i1'))?.status).toBe('accepted'));
    expect(sendWork).toHaveBeenCalledOnce();
  });
}

test('a browser that can promise to keep what it stores is asked at the first order', async () => {
  persist.mockResolvedValue(true);
  vi.stubGlobal('navigator', { onLine: true, storage: { persisted: async () => false, persist } });
  await enqueue('i1', orderWork);
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
  await vi.waitFor(async () => expect((await personDb('u1').outbox.get('i1'))?.status).toBe('accepted'));
});
