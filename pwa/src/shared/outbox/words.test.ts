import { expect, test } from 'vitest';
import type { OutboxEntry } from '../saved/outbox-entry.ts';
import { remedyOf } from './entry-remedy.ts';
import { entries } from './testing-entries.ts';
import { statusWords, workWords } from './words.ts';

const refused = (refusal: Extract<OutboxEntry, { status: 'refused' }>['refusal']): OutboxEntry => ({
  ...entries.refused,
  refusal,
});

test('an entry says what it is', () => {
  expect(workWords(entries.saved.work)).toBe('Hand saw × 2, $24');
});

test('no status before the shop’s own word claims that the order is placed', () => {
  for (const entry of [entries.saved, entries.sending, entries.refused]) {
    expect(statusWords(entry)).not.toMatch(/placed|accepted|success/i);
  }
});

test.each([
  [{ code: 'OUT_OF_STOCK', detail: '', available: 0 }, 'Refused: none left in stock.'],
  [{ code: 'OUT_OF_STOCK', detail: '', available: 3 }, 'Refused: only 3 left in stock.'],
  [{ code: 'PRICE_CHANGED', detail: '', unitPrice: 14 }, 'Refused: the price is now $14 each.'],
  [{ code: 'FORBIDDEN', detail: 'Not yours.' }, 'Refused: Not yours.'],
] as const)('%o reads "%s"', (refusal, words) => {
  expect(statusWords(refused(refusal))).toBe(words);
});

test('a changed price is offered, and the person decides', () => {
  const remedy = remedyOf(refused({ code: 'PRICE_CHANGED', detail: '', unitPrice: 14 }));
  expect(remedy).toMatchObject({
    label: 'Order at $14 each',
    work: { order: { unitPrice: 14, quantity: 2 } },
  });
});

test('what is left is offered when it is enough for an order', () => {
  expect(remedyOf(refused({ code: 'OUT_OF_STOCK', detail: '', available: 1, minimum: 1 }))).toMatchObject({
    work: { order: { quantity: 1 } },
  });
  expect(remedyOf(refused({ code: 'OUT_OF_STOCK', detail: '', available: 1, minimum: 2 }))).toBeNull();
});
