import { describe, expect, it } from 'vitest';
import { firstValues } from './purchase-draft.ts';

const last = { address: '12 Lake Road', city: 'Dhaka', zip: '1209', phone: '01711-222333' };
const empty = { address: '', city: '', zip: '', phone: '' };
const profile = { city: 'Sylhet', zip: '3100', phone: '01811-444555' };

describe('the purchase form', () => {
  it('begins with the kept draft before anything else', () => {
    const draft = { address: '', city: 'Khulna', zip: '', phone: '', quantity: '4' };
    expect(firstValues(draft, last, profile)).toEqual({ address: '', city: 'Khulna', zip: '', phone: '' });
    const typed = { ...empty, phone: '01911-666777' };
    expect(firstValues(typed, last, profile)).toEqual(typed);
  });

  it('begins with the last destination when the draft holds only a quantity', () => {
    expect(firstValues(empty, last, null)).toEqual(last);
  });

  it('begins with what the profile knows for a first order', () => {
    expect(firstValues(null, undefined, profile)).toEqual({ address: '', ...profile });
    expect(firstValues(null, undefined, null)).toEqual(empty);
  });

  it('begins with the telephone of the profile, else with that of the last order', () => {
    expect(firstValues(null, last, profile)).toEqual({ ...last, phone: profile.phone });
    expect(firstValues(null, last, { ...profile, phone: '' }).phone).toBe(last.phone);
    expect(firstValues(null, last, { ...profile, phone: 'ask my brother' }).phone).toBe(last.phone);
  });
});
