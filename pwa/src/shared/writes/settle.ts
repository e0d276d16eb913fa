import { ApiProblem, NoAnswerError, NotDoneError } from '../api/failure.ts';
import { onReturnOfShop } from '../api/probe.ts';
import { reachability } from '../api/reachability.ts';
import { tokenHolder } from '../session/session-store.ts';
import { holdReload } from '../ui/busy.ts';
import { endToast, notifyUntilClosed } from '../ui/toast.ts';

/** How long (ms) to wait with the next question to a shop that answers, but not this question. */
const pause = 15_000;

/** A change that is sent to the shop directly, not through the outbox. */
export interface Write<T> {
  /** What the person wants, as it follows "We couldn't confirm that". */
  what: string;
  send: () => Promise<T>;
  /** Reads what became of it: what `send` would have given, or null when the shop has not done it. */
  find: () => Promise<T | null>;
  done: (result: T) => unknown;
  /** Called with the shop's refusal, or with NotDoneError. */
  failed: (error: unknown) => unknown;
  /** Called when no answer came: a dialog need not wait any longer. */
  unknown?: () => void;
}

const shopAnswers = () =>
  new Promise<void>((resolve) => {
    if (reachability().reachable) return resolve();
    const stop = onReturnOfShop(() => {
      stop();
      resolve();
    });
  });

const isTemporary = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof ApiProblem && (error.problem.status >= 500 || error.problem.status === 429));

async function findSoon<T>(find: Write<T>['find'], isLeft: () => boolean): Promise<T | null> {
  await shopAnswers();
  try {
    return isLeft() ? null : await find();
  } catch (error) {
    if (!isTemporary(error)) throw error;
    if (reachability().reachable) await new Promise((resolve) => setTimeout(resolve, pause));
    return findSoon(find, isLeft);
  }
}

/**
 * Sends a write and calls `done` or `failed` once the outcome is known. When no answer comes, says that the outcome is unknown and finds out
 * as soon as the shop answers; gives up silently when the person signs out.
 */
export async function settle<T>({ what, send, find, done, failed, unknown }: Write<T>): Promise<void> {
  const holder = tokenHolder();
  const isLeft = () => tokenHolder() !== holder;
  // Nothing leaves a device without a network, so that outcome is known.
  const isOffline = globalThis.navigator?.onLine === false;
  let result: T;
  try {
    result = await send();
  } catch (error) {
    if (isOffline || !(error instanceof NoAnswerError)) return void (await failed(error));
    const words = `We couldn't confirm that ${what}. We'll check as soon as the shop answers.`;
    void notifyUntilClosed(words);
    unknown?.();
    const release = holdReload('form');
    let found: T | null = null;
    let reason: unknown = new NotDoneError();
    try {
      found = await findSoon(find, isLeft);
    } catch (refusal) {
      reason = refusal;
    }
    release();
    await endToast(words);
    if (isLeft()) return;
    if (found === null) return void (await failed(reason));
    result = found;
  }
  await done(result);
}
