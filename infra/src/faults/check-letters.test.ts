import { expect, it } from 'vitest';
import { checkLetters } from './check-letters.ts';
import type { LoggedEvent } from './history.ts';

const event = (seq: number, type: string, subject = 'ord_1') =>
  ({ seq, type, subject, data: { uid: 'buyer' } }) as unknown as LoggedEvent;
const proven = new Set(['buyer']);
const letter = (messageId: string, times = 1) => ({ messageId, times });
const events = [event(1, 'order.created'), event(2, 'order.paid'), event(3, 'order.shipped')];
const [placed, paid, shipped] = ['1.placed.aa@shop', '2.paid.aa@shop', '3.shipped.aa@shop'] as const;

it('finds nothing where each event was told once, however often its letter came', () => {
  expect(checkLetters(events, [letter(placed), letter(paid, 2), letter(shipped)], proven)).toEqual({
    expected: 3,
    repeated: 1,
    findings: [],
  });
});

it('finds what was not told, told twice, or did not happen', () => {
  const { findings } = checkLetters(
    events,
    [letter(placed), letter(paid), letter('2.paid.bb@shop'), letter('9.paid.aa@shop')],
    proven,
  );
  expect(findings).toEqual([
    { kind: 'lost', what: 'letter 3.shipped did not arrive' },
    { kind: 'doubled', what: 'letter 2.paid came under two names' },
    { kind: 'doubled', what: 'letter 9.paid tells of nothing in the log' },
  ]);
});

it('lets a letter about a deleted order come or not', () => {
  const unpaid = [event(1, 'order.created'), event(2, 'order.corrected'), event(3, 'order.deleted')];
  expect(checkLetters(unpaid, [], proven).findings).toEqual([]);
  expect(checkLetters(unpaid, [letter('2.corrected.aa@shop')], proven).findings).toEqual([]);
});

it('expects no letter about a new order at an address that is not proven', () => {
  expect(checkLetters([event(1, 'order.created')], [], new Set()).findings).toEqual([]);
});
