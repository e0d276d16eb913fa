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
  /** What the person wants, as it follows "We couldn’t confirm that". */
  what: string;
  send: () => Promise<T>;
  /** Reads what became of it: what `send` would have given, or null when the shop has not done it. */
  find: () => Promise<T | null>;
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
 * Sends a write and gives its result once that is known. When no answer comes, says that the outcome is unknown and finds out as soon as
 * the shop answers. Throws the shop's refusal, or NotDoneError. Never settles when the person signs out meanwhile: nothing is said to the next one.
 */
export async function settle<T>({ what, send, find, unknown }: Write<T>): Promise<T> {
  const holder = tokenHolder();
  const isLeft = () => tokenHolder() !== holder;
  // Nothing leaves a device without a network, so that outcome is known.
  const isOffline = globalThis.navigator?.onLine === false;
  try {
    return await send();
  } catch (error) {
    if (isOffline || !(error instanceof NoAnswerError)) throw error;
  }
  const words = `We couldn’t confirm that ${what}. We’ll check as soon as the shop answers.`;
  notifyUntilClosed(words);
  unknown?.();
  const release = holdReload();
  try {
    const found = await findSoon(find, isLeft);
    if (found !== null) return found;
    throw new NotDoneError();
  } finally {
    release();
    endToast(words);
    if (isLeft()) await new Promise(() => undefined);
  }
}
