import { describe, expect, it } from 'vitest';
import { stateDifference } from './difference.ts';
import type { OrderRecord } from './order-record.ts';

const record: OrderRecord = {
  history: [{ seq: 4, ts: 1000 }],
  requestHash: 'abc',
  state: { status: 'deleted', uid: 'u', reason: 'customer' },
};

describe('the difference between a stored order and the log', () => {
  it('is nothing when both are equal', () => {
    expect(stateDifference(record, structuredClone(record))).toBeNull();
  });

  it('names the fields that differ, and only those', () => {
    const stored = {
      ...record,
      requestHash: 'abd',
      state: { ...record.state, reason: 'shop' },
    } as OrderRecord;
    expect(stateDifference(stored, record)).toBe(
      'requestHash is "abd", the log says "abc"; reason is "shop", the log says "customer"',
    );
  });

  it('names a field that is missing or too many', () => {
    const stored: OrderRecord = { ...record, history: [], state: { status: 'none' } };
    expect(stateDifference(stored, record)).toContain('reason is nothing, the log says "customer"');
    expect(stateDifference(record, stored)).toContain('history.0.seq is 4, the log says nothing');
  });
});
