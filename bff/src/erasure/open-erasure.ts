import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { type Erasure, type ErasureParts, erasePerson } from './erase-person.ts';
import { agreeOnErased, finishErasures, forgetErased } from './erasure-round.ts';
import { pendingErasures } from './pending-erasures.ts';

const retryMs = 60_000;

/** The erasure of people in a running server. */
export interface OpenErasure {
  /** Erases somebody who asks for it themselves; see `erasePerson`. */
  ask(uid: string, correlationId: string): Promise<Erasure>;
  /** Tells when an erasure that was asked for is due (ms); null when there is none. */
  dueAt(uid: string): Promise<number | null>;
  /** Called for each person whom the log calls erased; resolves when this process knows nothing of them any more. */
  heard(uid: string): Promise<void>;
  /** Looks at who is erased, as when another log stands in the place of the one before. */
  look(): void;
  /** Goes on with every erasure that is due: the work of one server. */
  finish(stopping?: AbortSignal): Promise<void>;
  stop(): void;
}

/** What erasure needs beside its parts. */
interface OpenErasureParts extends Omit<ErasureParts, 'pending'> {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Erases nobody: the shop is shown as it was. Whose key is destroyed cannot be read in it all the same. */
  readonly readOnly?: boolean;
}

/**
 * Resolves when this process knows who is erased, or when it cannot know because the store is away; then it asks again each minute.
 */
export async function openErasure(options: OpenErasureParts): Promise<OpenErasure> {
  const { logger, registry } = options;
  const parts = { ...options, pending: pendingErasures(options.log.redis) };
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
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  const agree = async (): Promise<void> => {
    clearTimeout(retry);
    await agreeOnErased(parts).catch((error: unknown) => {
      failed(error);
      if (!stopped) retry = setTimeout(() => void agree(), retryMs);
    });
  };
  if (!options.readOnly) await agree();
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
        void agree();
        throw error;
      });
    },
    look() {
      if (!options.readOnly) void agree();
    },
    async finish(stopping) {
      const { finished, faults } = await finishErasures(parts, stopping);
      outcomes.inc({ outcome: 'finished' }, finished);
      for (const fault of faults) failed(fault);
    },
    stop() {
      stopped = true;
      clearTimeout(retry);
    },
  };
}
