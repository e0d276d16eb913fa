import { describe, expect, it } from 'vitest';
import { projectionCode, projectStock } from '../projection/project.ts';
import { appendArguments, readAnswer } from './append.ts';
import { stockScope } from './generation-keys.ts';

describe('the arguments of an append', () => {
  it('leave out every guard that is not asked for', () => {
    const event = { type: 'stock.set', data: { available: 5 } } as const;
    const argv = appendArguments(7, {
      scope: stockScope('tool-1'),
      subject: 'tool-1',
      event,
      actor: 'admin:a@example.com',
      correlationId: 'req-1',
      requestHash: '',
      guards: {},
      patch: projectStock(event),
    });
    expect(argv.slice(0, 8)).toEqual(['7', projectionCode, '-', '-', 'tool-1', '-', '', '-']);
    expect(argv.slice(8, 12)).toEqual(['tool-1', 'stock.set', '1', '{"available":5}']);
    expect(argv.slice(15, 19)).toEqual(['', '', '', '']);
    expect(argv.slice(19)).toEqual(['=5', '']);
  });

  it('tell "no intent" from "not asked"', () => {
    const ask = (intent: string | null) =>
      appendArguments(1, {
        scope: stockScope(''),
        subject: 'o',
        event: { type: 'order.deleted', data: { reason: 'r' } },
        actor: '',
        correlationId: '',
        requestHash: '',
        guards: { intent },
        patch: projectStock({ type: 'stock.added', data: { quantity: 1 } }),
      })[7];
    expect(ask(null)).toBe('=');
    expect(ask('pi_1')).toBe('=pi_1');
  });
});

describe('the answer of an append', () => {
  it('is read once into a kind of its own', () => {
    expect(readAnswer('OK 12 2 1700 abc 40')).toEqual({
      kind: 'ok',
      seq: 12,
      ts: 1700,
      hash: 'abc',
      available: 40,
    });
    expect(readAnswer('STOCK 3')).toEqual({ kind: 'out-of-stock', available: 3 });
    expect(readAnswer('TX ord_1')).toEqual({ kind: 'transaction-used', owner: 'ord_1' });
    expect(readAnswer('CODE p2')).toEqual({ kind: 'other-code', code: 'p2' });
  });

  it('throws what the script calls malformed', () => {
    expect(() => readAnswer('BAD score')).toThrow('BAD score');
  });
});
