import { expect, test } from 'vitest';
import type { AttemptOutcome, OutboxEntry } from '../saved/outbox-entry.ts';
import { beginAttempt, endAttempt } from './entry.ts';
import { type FlushPorts, flush } from './flush.ts';
import { nextToSend } from './retry.ts';
import { entries } from './testing-entries.ts';

const accepted: AttemptOutcome = { type: 'accepted', orderId: 'o1', order: null };
const refused: AttemptOutcome = { type: 'refused', refusal: { code: 'OUT_OF_STOCK', detail: 'Sold out' } };
const delayed = (delay: 'no-answer' | 'shop-failed' | 'sign-in-needed'): AttemptOutcome => ({
  type: 'delayed',
  delay,
  retryAfter: null,
});

/** An outbox in memory whose sends end as told, in the order of the ids. */
function outbox(ids: string[], answers: Record<string, AttemptOutcome>) {
  const stored = new Map<string, OutboxEntry>(
    ids.map((id, place) => [id, { ...entries.saved, id, createdAt: place }]),
  );
  const sent: string[] = [];
  const ports: FlushPorts = {
    begin: async (passed) => {
      const next = nextToSend([...stored.values()], passed);
      if (next === undefined) return undefined;
      const begun = beginAttempt(next, 1);
      stored.set(next.id, begun);
      return begun;
    },
    send: async ({ id }) => {
      sent.push(id);
      return answers[id] ?? accepted;
    },
    end: async (entry, outcome) => {
      stored.set(entry.id, endAttempt(entry, outcome, 2));
    },
    stillSamePerson: () => true,
  };
  return { ports, sent, states: () => [...stored.values()].map((entry) => entry.status) };
}

test('everything is sent once, in the order made', async () => {
  const box = outbox(['a', 'b', 'c'], {});
  expect(await flush(box.ports)).toEqual({ waitingFor: null, retryAfter: null });
  expect(box.sent).toEqual(['a', 'b', 'c']);
  expect(box.states()).toEqual(['accepted', 'accepted', 'accepted']);
});

test('a refusal does not hold up the next one', async () => {
  const box = outbox(['a', 'b'], { a: refused });
  await flush(box.ports);
  expect(box.states()).toEqual(['refused', 'accepted']);
});

test('without an answer nothing later is tried, so that the order stays', async () => {
  const box = outbox(['a', 'b'], { a: delayed('no-answer') });
  expect(await flush(box.ports)).toMatchObject({ waitingFor: 'no-answer' });
  expect(box.sent).toEqual(['a']);
  expect(box.states()).toEqual(['sending', 'saved']);
});

test('a fault of the shop about one entry does not block the others for ever', async () => {
  const box = outbox(['a', 'b'], { a: delayed('shop-failed') });
  expect(await flush(box.ports)).toMatchObject({ waitingFor: 'shop-failed' });
  expect(box.states()).toEqual(['sending', 'accepted']);
});

test('nothing is sent once the person has gone', async () => {
  const box = outbox(['a', 'b'], {});
  let left = 1;
  await flush({ ...box.ports, stillSamePerson: () => left-- > 0 });
  expect(box.sent).toEqual(['a']);
  expect(box.states()).toEqual(['accepted', 'saved']);
});

test('an entry whose outcome was unknown is sent again under the same id and work', async () => {
  const box = outbox(['a'], { a: delayed('no-answer') });
  const seen: OutboxEntry[] = [];
  const watch: FlushPorts = {
    ...box.ports,
    send: (entry) => {
      seen.push(entry);
      return box.ports.send(entry);
    },
  };
  await flush(watch);
  await flush(watch);
  expect(seen.map(({ id, work }) => ({ id, work }))).toEqual([
    { id: 'a', work: entries.saved.work },
    { id: 'a', work: entries.saved.work },
  ]);
});
