import type { Review } from '@karigar/bff/contracts';
import Dexie from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveDraft } from '../saved/draft.ts';
import { paymentAttempt } from '../saved/payment-attempt.ts';
import { personDb } from '../saved/person-db.ts';
import { accessToken, currentSession } from '../session/session-store.ts';
import { signInAs } from '../testing/person.ts';
import { savedPublicData, showPublicData } from '../testing/public-data.ts';
import { leaveErased } from './erased-person.ts';

const notifyUntilClosed = vi.hoisted(() => vi.fn());
vi.mock('../ui/toast.ts', () => ({ notifyUntilClosed }));
const getReviews = vi.hoisted(() => vi.fn());
vi.mock('../api/calls.ts', () => ({ getConfig: vi.fn(), getReviews, getTools: vi.fn() }));

const review = { _id: 'r1', rating: 4, createdAt: '2026-11-21T10:00:00.000Z' };

beforeEach(() => {
  localStorage.clear();
  notifyUntilClosed.mockReset();
  getReviews.mockResolvedValue({ items: [{ ...review, reviews: '', name: 'A customer' }], etag: 'e2' });
});

test('nothing of an erased person stays on the device, and they are told', async () => {
  signInAs();
  saveDraft('u1', 'review', { reviews: 'Sharp' });
  await personDb('u1').write(({ facts }) => facts.put({ key: 'live', id: '0.7.aaaaaaaa' }));
  paymentAttempt.remember('o1', 'pi_1');
  localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
  showPublicData('reviews', [{ ...review, reviews: 'Sharp saw', name: 'Rahima' } as Review]);

  await leaveErased('u1');

  expect(currentSession()).toMatchObject({ status: 'signed-out', leaving: { goTo: '/' } });
  expect(notifyUntilClosed).toHaveBeenCalledWith('This account has been erased.');
  expect(await Dexie.exists('karigar-person-u1')).toBe(false);
  expect(Object.keys(localStorage)).toEqual(['karigar.hasSignedIn']);
  // The disk follows the shop's answer when the browser is idle.
  const saved = async () =>
    expect((await savedPublicData('reviews'))?.value).toMatchObject([{ reviews: '', name: 'A customer' }]);
  await vi.waitFor(saved, { timeout: 3_000 });
});

test('where another tab has ended the session first, they are told all the same, and once', async () => {
  await leaveErased('u3');
  await leaveErased('u3');
  expect(notifyUntilClosed).toHaveBeenCalledOnce();
});

test('word of an erasure that comes late leaves whoever uses the device now alone', async () => {
  signInAs({ uid: 'u2' });
  await personDb('u2').write(({ facts }) => facts.put({ key: 'live', id: '0.7.aaaaaaaa' }));
  await leaveErased('u1');
  expect(currentSession().user?.uid).toBe('u2');
  expect(accessToken()).toBe('token');
  expect(await Dexie.exists('karigar-person-u2')).toBe(true);
  expect(notifyUntilClosed).not.toHaveBeenCalled();
});
