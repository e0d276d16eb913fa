import { onReturnOfShop } from '../api/probe.ts';
import { rereadReviews, rereadTools } from '../saved/catalogue.ts';
import { storageTurn } from '../saved/database-source.ts';
import type { OutboxEntry } from '../saved/outbox-entry.ts';
import { isAfterLeaving, personDb } from '../saved/person-db.ts';
import { currentSession, isSignedIn } from '../session/session-store.ts';
import { holdReload } from '../ui/busy.ts';
import { flush } from './flush.ts';
import { inOneTab } from './in-one-tab.ts';
import { mustSend, nextPause } from './retry.ts';
import { sendWork } from './send-work.ts';
import { beginNext, markWaiting, recordOutcome, sweepAccepted } from './store.ts';

/** Hears of each entry that the shop accepts; `orderId` is null for a review, and for an order that the shop did not name. */
type OnAccepted = (entry: OutboxEntry, orderId: string | null) => void;

let tellAccepted: OnAccepted = () => undefined;
/** By person: the round of one who has left does nothing for the next. */
const queued = new Map<string, Promise<void>>();
let fruitless = 0;
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
    // A round that no lock could be asked for never begins: nobody may wait for it.
    if (queued.get(uid) === round) queued.delete(uid);
    throw error;
  });
  queued.set(uid, round);
  return round;
}

/** One round for one person; ends quietly when they leave in its middle. */
async function oneRound(uid: string): Promise<void> {
  clearTimeout(timer);
  if (!isSignedIn(uid) || navigator.onLine === false) return;
  const db = personDb(uid);
  await sendAll(uid).catch((error: unknown) => {
    if (isAfterLeaving(error, uid)) return;
    // The shop may have taken what could not be recorded here: it is asked again, and counts it once.
    tryLater(null);
    if (!db.isUnusable) throw error;
  });
}

function tryLater(retryAfter: number | null): void {
  fruitless += 1;
  timer = setTimeout(sendNow, nextPause(fruitless, retryAfter));
}

async function sendAll(uid: string): Promise<void> {
  await sweepAccepted(uid, Date.now());
  if ((await personDb(uid).outbox.filter(mustSend).count()) === 0) return;
  const release = holdReload('outbox');
  try {
    const result = await flush({
      begin: (passed) => beginNext(uid, passed, Date.now()),
      send: sendWork,
      end: async (entry, outcome) => {
        await recordOutcome(uid, entry.id, outcome, Date.now());
        if (outcome.type !== 'delayed') reread(entry);
        if (outcome.type === 'accepted') tellAccepted(entry, outcome.orderId);
      },
      stillSamePerson: () => isSignedIn(uid),
    });
    if (result.waitingFor === null) fruitless = 0;
    else {
      await markWaiting(uid, result.waitingFor);
      tryLater(result.retryAfter);
    }
  } finally {
    release();
  }
}

/** Reads what the answer has shown to be stale: stock and price of the tools, or the reviews. */
const reread = ({ work }: OutboxEntry) => void (work.kind === 'order' ? rereadTools() : rereadReviews());

/**
 * Sends at once, and again when the network, the shop, the storage or the person comes back, for the person who is signed in now.
 * `onAccepted` hears of each entry that the shop accepts through this tab. Gives the function that stops.
 */
export function keepSending(onAccepted: OnAccepted): () => void {
  tellAccepted = onAccepted;
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
