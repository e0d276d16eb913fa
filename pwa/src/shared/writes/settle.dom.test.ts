import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, NoAnswerError, NotDoneError } from '../api/failure.ts';
import { noteAnswer, noteSilence } from '../api/reachability.ts';
import { personKey, tokenKey } from '../session/session-store.ts';
import { isBusy } from '../ui/busy.ts';
import { endToast, notifyUntilClosed } from '../ui/toast.ts';
import { settle } from './settle.ts';

vi.mock('../ui/toast.ts');

const words = 'We couldn’t confirm that it was done. We’ll check as soon as the shop answers.';
const problem = (status: number) =>
  new ApiProblem({ type: '', title: 'No', detail: 'No.', status, code: 'FORBIDDEN', requestId: 'r' });
const signIn = (uid: string) => localStorage.setItem(personKey, JSON.stringify({ uid }));
const silent = () => {
  noteSilence();
  return Promise.reject(new NoAnswerError('timeout'));
};
const tick = () => vi.advanceTimersByTimeAsync(0);

/** A write that is not answered, unless `parts` say otherwise. */
function begin(parts: { send?: () => Promise<string>; find?: () => Promise<string | null> } = {}) {
  const find = vi.fn(parts.find ?? (async () => 'found'));
  const on = { done: vi.fn(), failed: vi.fn(), unknown: vi.fn() };
  const { done, failed, unknown } = on;
  void settle({ what: 'it was done', send: silent, ...parts, find, unknown }).then(done, failed);
  return { ...on, find };
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  localStorage.setItem(tokenKey, 't');
  signIn('u1');
  noteAnswer();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an answer is the outcome, and nothing is asked', async () => {
  const { done, find, unknown } = begin({ send: async () => 'sent' });
  await tick();
  expect(done).toHaveBeenCalledExactlyOnceWith('sent');
  expect(find).not.toHaveBeenCalled();
  expect(unknown).not.toHaveBeenCalled();
});

test('a refusal is the outcome', async () => {
  const { failed } = begin({ send: () => Promise.reject(problem(409)) });
  await tick();
  expect(failed).toHaveBeenCalledExactlyOnceWith(problem(409));
  expect(notifyUntilClosed).not.toHaveBeenCalled();
});

test('without an answer the outcome is called unknown until the shop answers, and then it is found', async () => {
  const { done, find, failed, unknown } = begin();
  await tick();
  expect(notifyUntilClosed).toHaveBeenCalledExactlyOnceWith(words);
  expect(unknown).toHaveBeenCalledOnce();
  expect(isBusy()).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(find).not.toHaveBeenCalled();
  noteAnswer();
  await tick();
  expect(endToast).toHaveBeenCalledExactlyOnceWith(words);
  expect(done).toHaveBeenCalledExactlyOnceWith('found');
  expect(failed).not.toHaveBeenCalled();
  expect(isBusy()).toBe(false);
});

test('what the shop has not done has failed', async () => {
  const { done, failed } = begin({ find: async () => null });
  await tick();
  noteAnswer();
  await tick();
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(NotDoneError));
  expect(done).not.toHaveBeenCalled();
});

test.each([
  ['silent again', silent],
  ['broken for a while', () => Promise.reject(problem(503))],
])('a shop that is %s is asked once more', async (_, first) => {
  const answers: (() => Promise<string>)[] = [first, async () => 'found'];
  const { done, find } = begin({ find: () => (answers.shift() ?? silent)() });
  await tick();
  noteAnswer();
  await tick();
  noteAnswer();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(find).toHaveBeenCalledTimes(2);
  expect(done).toHaveBeenCalledExactlyOnceWith('found');
});

test('the next person is told nothing', async () => {
  const { done, failed, find } = begin();
  await tick();
  signIn('u2');
  noteAnswer();
  await tick();
  expect(find).not.toHaveBeenCalled();
  expect(done).not.toHaveBeenCalled();
  expect(failed).not.toHaveBeenCalled();
  expect(endToast).toHaveBeenCalledWith(words);
});

test('what is sent without a network has failed, because nothing left the device', async () => {
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  const { failed, unknown } = begin();
  await tick();
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(NoAnswerError));
  expect(unknown).not.toHaveBeenCalled();
});
