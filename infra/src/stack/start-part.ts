import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, type ChildOptions, startChild } from './child.ts';
import { StackFault } from './fault.ts';

/**
 * Starts a part of the shop and waits until `answers` gives true, for a minute and a half unless told otherwise. Throws a StackFault that
 * names it, with the part stopped, when it does not.
 */
export async function startPart({
  answers,
  limitMs = 90_000,
  ...options
}: ChildOptions & { answers: () => Promise<boolean>; limitMs?: number }): Promise<Child> {
  const child = startChild(options);
  await waitUntil(child, answers, limitMs);
  return child;
}

/**
 * Asks `answers` every 50 ms until it gives true, for `limitMs` at most. When the time is over, or the process behind it ends
 * first, the process is stopped and a StackFault names the part; a question that throws counts as "not yet".
 */
export async function waitUntil(
  child: Child,
  answers: () => Promise<boolean>,
  limitMs: number,
): Promise<void> {
  let ending: string | undefined;
  void child.ended.then(({ code, signal }) => {
    ending = signal ?? `code ${code}`;
  });
  const limit = Date.now() + limitMs;
  while (ending === undefined && Date.now() < limit) {
    const ready = await answers().catch(() => false);
    if (ready) return;
    await pause(50);
  }
  const why =
    ending === undefined ? `did not answer within ${Math.round(limitMs / 1000)} s` : `ended with ${ending}`;
  // The caller does not have the part yet, so only this code can stop it.
  await child.stop();
  throw new StackFault(
    `${child.name} ${why}. Its last words:\n  ${child.lastLines().join('\n  ') || '(none)'}`,
  );
}

/** Tells whether a GET of the address gives a 2xx within two seconds. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
  await response.body?.cancel();
  return response.ok;
}

/** Tells whether something on 127.0.0.1 takes connections at this port. */
export function answersPort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('connect', () => settle(true));
  });
}
