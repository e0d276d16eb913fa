import type { Profile } from '@karigar/bff/contracts';
import { expect, it } from 'vitest';
import { linkedInAddress, ofEachField, profileFields, profileValues } from './profile-rules.ts';

const faults = (typed: string) => ofEachField((field) => profileFields[field].rule(typed));

it('needs phone, education and country', () => {
  expect(faults(' ')).toEqual({
    phone: 'Phone is required',
    education: 'Education is required',
    city: null,
    zip: null,
    country: 'Country is required',
    linkedin: null,
  });
  expect(faults('বাংলাদেশ').country).toBeNull();
});

it('is told what is too long for the shop, each at its own field', () => {
  expect(faults('9'.repeat(40)).phone).toBeNull();
  expect(faults('9'.repeat(41)).phone).toBe('Use at most 40 characters');
  expect(faults('x'.repeat(301)).linkedin).toBe('Use at most 300 characters');
});

it('begins empty, or with what is known', () => {
  const empty = { phone: '', education: '', city: '', zip: '', country: '', linkedin: '' };
  expect(profileValues(null)).toEqual(empty);
  expect(profileValues({ phone: '1', city: 'Dhaka' } as Profile)).toEqual({
    ...empty,
    phone: '1',
    city: 'Dhaka',
  });
});

it.each([
  ['linkedin.com/in/rahima', 'https://linkedin.com/in/rahima'],
  ['https://www.linkedin.com/in/rahima', 'https://www.linkedin.com/in/rahima'],
  ['https://linkedin.com.evil.example/in/rahima', null],
  ['https://linkedin.com@evil.example/', null],
  ['https://evil.example/linkedin.com', null],
  ['javascript:alert(1)', null],
  ['', null],
])('follows the LinkedIn entry %j to %j', (typed, address) => {
  expect(linkedInAddress(typed)).toBe(address);
});
