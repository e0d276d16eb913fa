import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { type Erasure, type ErasureParts, erasePerson } from './erase-person.ts';
import { agreeOnErased, finishErasures, forgetErased } from './erasure-round.ts';
import { pendingErasures } from './pending-erasures.ts';

const everyMs = 60_000;

/** The erasure of people in a running server. */
export interface OpenErasure {
  /** Erases somebody who asks for it themselves; see `erasePerson`. */
  ask(uid: string, correlationId: string): Promise<Erasure>;
  /** Tells when an erasure that was asked for is due (ms); null when there is none. */
  dueAt(uid: string): Promise<number | null>;
  /** Hears that the log calls somebody erased, by whichever process; resolves when this one knows nothing of them any more. */
  heard(uid: string): Promise<void>;
  /** Looks at once at who is erased, as when another log stands in the place of the one before. */
  look(): void;
  /** Ends the chore. */
  stop(): Promise<void>;
}

/** What erasure needs beside its parts. */
interface OpenErasureParts extends Omit<ErasureParts, 'pending' | 'now'> {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly now?: () => number;
  /** Erases nobody: the shop is shown as it was. Whose key is destroyed cannot be read in it all the same. */
  readonly readOnly?: boolean;
}

/**
 * Begins to look after erasures: finishes what is unfinished at once, then does what is due each minute. Resolves when this process knows who
 * is erased, or when it cannot know because the store is away; then it asks again each minute.
 */
export async function openErasure(options: OpenErasureParts): Promise<OpenErasure> {
  const { logger, registry } = options;
  const parts = { ...options, pending: pendingErasures(options.log.redis), now: options.now ?? Date.now };
  const outcomes = new Counter({
    name: 'karigar_erasure_total',
    help: 'Erasures of people: done (the log says so), waiting (invoices are kept first), finished (nothing is left), failed (tried again)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const failed = (error: unknown) => {
    outcomes.inc({ outcome: 'failed' });
    logger.warn({ err: error }, 'an erasure cannot be finished; the next try comes within a minute');
  };
  const stop = new AbortController();
  let turn = new AbortController();
  const finish = async () => {
    const { finished, faults } = await finishErasures(parts, stop.signal);
    outcomes.inc({ outcome: 'finished' }, finished);
    for (const fault of faults) failed(fault);
  };
  let agreed = false;
  const agree = async () => {
    agreed = true;
    await agreeOnErased(parts).catch((error: unknown) => {
      agreed = false;
      failed(error);
    });
  };
  const look = () => {
    agreed = false;
    turn.abort();
  };
  const chore = async () => {
    while (!stop.signal.aborted) {
      turn = new AbortController();
      // Once is enough: what the log says later is heard as it happens.
      if (!agreed) await agree();
      await finish().catch(failed);
      const signal = AbortSignal.any([stop.signal, turn.signal]);
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  if (!options.readOnly) await agree();
  const running = options.readOnly ? Promise.resolve() : chore();
  return {
    dueAt: async (uid) => (await parts.pending.find(uid))?.dueAt ?? null,
    async ask(uid, correlationId) {
      const erasure = await erasePerson(parts, uid, { actor: `user:${uid}`, correlationId });
      outcomes.inc({ outcome: erasure.kind === 'erased' ? 'done' : 'waiting' });
      if (erasure.kind === 'erased' && erasure.unfinished !== null) failed(erasure.unfinished);
      return erasure;
    },
    async heard(uid) {
      if (options.readOnly) return;
      await forgetErased(parts, uid).catch((error: unknown) => {
        // The chore tries again.
        look();
        throw error;
      });
    },
    look,
    async stop() {
      stop.abort();
      await running;
    },
  };
}
