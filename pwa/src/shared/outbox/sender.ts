import { call } from '../api/call.ts';
import { NoAnswerError } from '../api/failure.ts';
import { onReturnOfShop } from '../api/probe.ts';
import { reachability } from '../api/reachability.ts';
import { rereadReviews, rereadTools } from '../saved/catalogue.ts';
import { putNewer } from '../saved/order-rows.ts';
import type { AttemptOutcome, Delay, OutboxEntry } from '../saved/outbox-entry.ts';
import { hasLeft, personDb } from '../saved/person-db.ts';
import { storageTurn } from '../saved/saved-store.ts';
import { rereadToolReviews } from '../saved/tool-reviews.ts';
import { currentSession, isSignedIn } from '../session/session-store.ts';
import { holdReload } from '../ui/busy.ts';
import { beginAttempt, endAttempt, nextPause, nextToSend, outcomeOfFailure } from './entry.ts';
import { tellUnlessFollowed } from './tell-accepted.ts';

/** Longer than a tab that is awake sends without a pause (ms). */
const patienceMs = 60_000;

/**
 * Runs `work` in one tab at a time. A tab that the system puts to sleep keeps its Web Lock: after a minute of waiting the lock is taken from it, and
 * both may do the work in the end, so `work` must bear that. Throws what `work` and asking for the lock throw.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  const failedBy = (error: unknown, kind: string) => error instanceof DOMException && error.name === kind;
  try {
    await navigator.locks
      .request(name, { signal: AbortSignal.timeout(patienceMs) }, begin)
      .catch((error: unknown) => {
        if (isBegun || !failedBy(error, 'TimeoutError')) throw error;
        return navigator.locks.request(name, { steal: true }, begin);
      });
  } catch (error) {
    // Another tab took the lock. What this one was doing goes on, and the other one sees to the rest.
    if (isBegun && failedBy(error, 'AbortError')) return;
    // A browser that lets the shop store nothing refuses locks as well.
    if (!isBegun && failedBy(error, 'SecurityError')) return work();
    throw error;
  }
}

/** How long (ms) an accepted entry stays, so that its page can tell of it; the order itself is in My Orders. */
const acceptedStaysFor = 24 * 60 * 60 * 1000;

/** One queue per person: after a sign-out, the next person's queue starts empty. */
const queued = new Map<string, Promise<void>>();
let failedRounds = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends what waits, as soon as no other tab is sending; the shop counts an entry once, by its id, should two do so. Calls that come while one is queued share it; one that comes
 * while it already runs queues another round, so that nothing is missed.
 */
export function sendNow(): Promise<void> {
  const uid = currentSession().user?.uid;
  if (uid === undefined) return Promise.resolve();
  const waiting = queued.get(uid);
  if (waiting !== undefined) return waiting;
  const round = inOneTab(`karigar-outbox-${uid}`, () => {
    queued.delete(uid);
    return oneRound(uid);
  }).catch((error: unknown) => {
    // A round whose lock could not be requested never begins: the next call must not wait for it.
    if (queued.get(uid) === round) queued.delete(uid);
    throw error;
  });
  queued.set(uid, round);
  return round;
}

/** One round for one person; ends quietly when they leave in its middle. */
async function oneRound(uid: string): Promise<void> {
  clearTimeout(timer);
  if (!isSignedIn(uid) || !mayReachShop() || (await isEmpty(uid))) return;
  const release = holdReload();
  await sendAll(uid)
    .catch((error: unknown) => {
      if (hasLeft(uid)) return;
      // The shop may have taken what could not be recorded here: it is asked again, and counts it once.
      tryLater(null);
      throw error;
    })
    .finally(release);
}

/** Some browsers say that they are offline while they are not: an answer of the shop refutes them. */
const mayReachShop = (): boolean => navigator.onLine !== false || reachability().reachable;

/** Whether there is nothing to send or to remove. A page that is only looked at writes nothing. */
const isEmpty = (uid: string): Promise<boolean> =>
  personDb(uid)
    .read(async ({ outbox }) => (await outbox.all()).length === 0)
    .catch(() => false);

function tryLater(retryAfter: number | null): void {
  failedRounds += 1;
  timer = setTimeout(sendNow, nextPause(failedRounds, retryAfter));
}

/** Sends what must go, in the order made, until nothing is left or the shop cannot take the next entry either. */
async function sendAll(uid: string): Promise<void> {
  const passed = new Set<string>();
  let waiting: Extract<AttemptOutcome, { type: 'delayed' }> | null = null;
  // Nothing is ever sent in somebody else's name.
  while (isSignedIn(uid)) {
    const entry = await beginNext(uid, passed);
    if (entry === undefined) break;
    passed.add(entry.id);
    const outcome = await sendWork(entry);
    await recordOutcome(uid, entry.id, outcome);
    if (outcome.type === 'delayed') {
      waiting = outcome;
      if (outcome.delay === 'shop-failed') continue;
      break;
    }
    reread(entry);
    if (outcome.type === 'accepted') tellUnlessFollowed(entry, outcome.orderId);
  }
  if (waiting === null) {
    failedRounds = 0;
    return;
  }
  await markWaiting(uid, waiting.delay);
  tryLater(waiting.retryAfter);
}

/** Marks the oldest entry that must go and is not in `passed` as begun, in one step with choosing it. Removes accepted ones after a day. */
const beginNext = (uid: string, passed: ReadonlySet<string>): Promise<OutboxEntry | undefined> =>
  personDb(uid).write(async ({ outbox }) => {
    const now = Date.now();
    const entries = await outbox.all();
    for (const entry of entries)
      if (entry.status === 'accepted' && now - entry.acceptedAt > acceptedStaysFor)
        await outbox.delete(entry.id);
    const next = nextToSend(entries, passed);
    if (next === undefined) return undefined;
    const begun = beginAttempt(next, now);
    await outbox.put(begun);
    return begun;
  });

/** Sends the work of an entry under its own key. Never throws for a failed call. */
async function sendWork({ id, work }: OutboxEntry): Promise<AttemptOutcome> {
  const headers = { 'Idempotency-Key': id };
  try {
    if (work.kind === 'review') {
      named(await call('POST /reviews', { body: work.review, headers }));
      return { type: 'accepted', orderId: null, order: null };
    }
    const placed = named(await call('POST /orders', { body: work.order, headers }));
    return { type: 'accepted', orderId: placed.insertedId, order: placed.order };
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

/** Only an answer that names what was made says that it was made: an empty one is of a proxy on the way, not of the shop. */
function named<T extends { insertedId: string }>(answer: T | undefined): T {
  if (typeof answer?.insertedId !== 'string') throw new NoAnswerError('unreadable');
  return answer;
}

/** Records the outcome; an accepted order is in My Orders in the same step. */
const recordOutcome = (uid: string, id: string, outcome: AttemptOutcome): Promise<void> =>
  personDb(uid).write(async (tables) => {
    const entry = await tables.outbox.get(id);
    if (entry === undefined) return;
    await tables.outbox.put(endAttempt(entry, outcome, Date.now()));
    if (outcome.type === 'accepted' && outcome.order !== null) await putNewer(tables, outcome.order);
  });

/** Notes on the entries that wait behind a delayed one why they wait. */
const markWaiting = (uid: string, delay: Delay): Promise<void> =>
  personDb(uid).write(async ({ outbox }) => {
    for (const entry of await outbox.all())
      if (entry.status === 'saved') await outbox.put({ ...entry, delay });
  });

/** Reads what the answer has shown to be stale: stock and price of the tools, or the reviews. */
function reread({ work }: OutboxEntry): void {
  if (work.kind === 'order') return void rereadTools();
  void rereadReviews();
  if (work.review.toolId !== undefined) void rereadToolReviews(work.review.toolId);
}

/**
 * Sends at once, and again when the network, the shop, the storage or the person comes back, for the person who is signed in now.
 * Returns the function that stops.
 */
export function keepSending(): () => void {
  const again = () => void sendNow();
  const onReturn = () => {
    if (document.visibilityState === 'visible') again();
  };
  const stopFollowing = onReturnOfShop(again);
  const stopFollowingStorage = storageTurn.subscribe(again);
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', onReturn);
  again();
  return () => {
    stopFollowing();
    stopFollowingStorage();
    clearTimeout(timer);
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
