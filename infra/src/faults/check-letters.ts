import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../cluster/until.ts';
import { readEvents } from '../measuring/log-events.ts';
import type { Finding } from './check-history.ts';
import type { LoggedEvent } from './history.ts';
import type { LabShop } from './lab-shop.ts';

/** A letter as the inbox has it: kept once under its Message-ID, however often it came. */
interface ArrivedLetter {
  messageId: string;
  times: number;
}

/** What customers were told, compared with what they had to be told. */
export interface LettersResult {
  /** Events that a letter tells of. */
  expected: number;
  /** Letters that came more than once, and were known by their Message-ID. */
  repeated: number;
  findings: Finding[];
}

/** The events whose letter the load leads to, and the kind of the letter, which its Message-ID names. */
const kindOf: Readonly<Partial<Record<LoggedEvent['type'], string>>> = {
  'order.created': 'placed',
  'order.paid': 'paid',
  'order.shipped': 'shipped',
  'order.corrected': 'corrected',
  'order.refunded': 'refunded',
};

/**
 * Compares the letters that arrived with the log: each event once, and nothing that did not happen. That an order is placed is told to proven
 * addresses alone: those of the people in `proven`. Pure.
 */
export function checkLetters(
  events: readonly LoggedEvent[],
  letters: readonly ArrivedLetter[],
  proven: ReadonlySet<string>,
): LettersResult {
  // A customer who has deleted an unpaid order gets no more letters about it.
  const deleted = new Set(
    events.filter(({ type }) => type === 'order.deleted').map(({ subject }) => subject),
  );
  const all = events.flatMap((event) => {
    const kind = kindOf[event.type];
    if (kind === undefined) return [];
    const isTold = event.type !== 'order.created' || proven.has(event.data.uid);
    return [{ name: `${event.seq}.${kind}`, isDue: isTold && !deleted.has(event.subject) }];
  });
  const due = all.filter(({ isDue }) => isDue);
  const known = new Set(all.map(({ name }) => name));
  const arrived = Map.groupBy(letters, ({ messageId }) => messageId.split('.').slice(0, 2).join('.'));
  const findings: Finding[] = [
    ...due
      .filter(({ name }) => !arrived.has(name))
      .map(({ name }): Finding => ({ kind: 'lost', what: `letter ${name} did not arrive` })),
    ...[...arrived]
      .filter(([, copies]) => copies.length > 1)
      .map(([name]): Finding => ({ kind: 'doubled', what: `letter ${name} came under two names` })),
    ...[...arrived.keys()]
      .filter((name) => !known.has(name))
      .map((name): Finding => ({ kind: 'doubled', what: `letter ${name} tells of nothing in the log` })),
  ];
  return { expected: due.length, repeated: letters.filter(({ times }) => times > 1).length, findings };
}

/** What a killed server had in hand goes out half a minute later; what failed meanwhile a little later still. */
const settlingMs = 150_000;

/** Reads log and inbox until every letter is there, or the time for it is over. */
export async function settledLetters({ redisUrl, inboxUrl, buyers }: LabShop): Promise<LettersResult> {
  const end = performance.now() + settlingMs;
  const proven = new Set(buyers.map(({ uid }) => uid));
  const check = async () => {
    const answer = await fetch(`${inboxUrl}/letters`);
    return checkLetters(await readEvents(redisUrl), (await answer.json()) as ArrivedLetter[], proven);
  };
  for (;;) {
    const result = await eventually(check);
    const isWaiting = result.findings.some(({ kind }) => kind === 'lost');
    if (!isWaiting || performance.now() > end) return result;
    await pause(500);
  }
}
