import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttemptOutcome } from '../saved/outbox-entry.ts';
import { personDb, removePersonDb } from '../saved/person-db.ts';
import { forgetPerson, keepPerson, keepToken } from '../session/session-store.ts';
import { keepSending, sendNow } from './sender.ts';
import { addEntry } from './store.ts';
import { orderWork } from './testing-entries.ts';
import { testingLocks } from './testing-locks.ts';

const sendWork = vi.hoisted(() => vi.fn());
vi.mock('./send-work.ts', () => ({ sendWork }));
vi.mock('../saved/catalogue.ts', () => ({ rereadTools: vi.fn(), rereadReviews: vi.fn() }));

const accepted: AttemptOutcome = { type: 'accepted', orderId: 'o1', order: null };
const status = async (uid: string) => (await personDb(uid).outbox.get('i1'))?.status;

function signIn(uid: string): void {
  keepToken(`token of ${uid}`);
  keepPerson({ uid, email: `${uid}@karigar.example`, name: uid, photoURL: null, admin: false });
}

beforeEach(() => {
  sendWork.mockReset().mockResolvedValue(accepted);
  signIn('u1');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await Promise.all([removePersonDb('u1'), removePersonDb('u2')]);
});

test('the order of the next person does not wait for a round that was queued for the last one', async () => {
  const release = testingLocks().holdElsewhere('karigar-outbox-u1');
  const earlier = sendNow();
  forgetPerson();
  signIn('u2');
  await addEntry('u2', 'i1', orderWork, 1);
  await sendNow();
  expect(await status('u2')).toBe('accepted');
  release();
  await earlier;
});

test('an outcome that could not be recorded is asked for again by itself', async () => {
  testingLocks();
  await addEntry('u1', 'i1', orderWork, 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sendWork.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await expect(sendNow()).rejects.toThrow('full');
  expect(await status('u1')).toBe('sending');
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await status('u1')).toBe('accepted'));
});

test('after a lock that could not be asked for the next call asks anew', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
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
  testingLocks();
  await addEntry('u1', 'i1', orderWork, 1);
  await personDb('u1').outbox.update('i1', { status: 'sending', attempts: 1, lastTriedAt: 2 } as never);
  const stop = keepSending(() => undefined);
  await vi.waitFor(async () => expect(await status('u1')).toBe('accepted'));
  stop();
});
