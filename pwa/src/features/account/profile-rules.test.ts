import type { Profile } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { linkedInAddress, profileRules, profileValues } from './profile-rules.ts';

describe('a profile', () => {
  it('needs phone, education and country', () => {
    expect(profileRules.phone(' ')).toBe('Phone is required');
    expect(profileRules.education('')).toBe('Education is required');
    expect(profileRules.country('')).toBe('Country is required');
    expect(profileRules.country('বাংলাদেশ')).toBeNull();
  });

  it('is told what is too long for the shop, each at its own field', () => {
    expect(profileRules.phone('9'.repeat(40))).toBeNull();
    expect(profileRules.phone('9'.repeat(41))).toBe('Use at most 40 characters');
    expect(profileRules.linkedin('x'.repeat(301))).toBe('Use at most 300 characters');
    expect(profileRules.city('')).toBeNull();
  });

  it('begins empty, or with what is known', () => {
    expect(profileValues(null)).toEqual({
      phone: '',
      education: '',
      country: '',
      city: '',
      zip: '',
      linkedin: '',
    });
    expect(profileValues({ phone: '1', city: 'Dhaka' } as Profile)).toMatchObject({
      phone: '1',
      city: 'Dhaka',
    });
  });

  it.each([
    ['linkedin.com/in/rahima', 'https://linkedin.com/in/rahima'],
    ['https://www.linkedin.com/in/rahima', 'https://www.linkedin.com/in/rahima'],
    ['https://linkedin.com.evil.example/in/rahima', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('follows the LinkedIn entry %j to %j', (typed, address) => {
    expect(linkedInAddress(typed)).toBe(address);
  });
});
