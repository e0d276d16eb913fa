import { describe, expect, it } from 'vitest';
import { picture, stockRule, textRules } from './tool-form.ts';

const file = (type: string, size = 10) => {
  const made = new File(['x'], 'x', { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

describe('the rules of the tool form', () => {
  it('asks for whole dollars and whole pieces', () => {
    expect(textRules.price('')).toBe('Price is required');
    expect(textRules.price('12.5')).toMatch(/^A whole number/);
    expect(textRules.price('12')).toBeNull();
    expect(textRules.minOrderQuantity('1,5')).toMatch(/^Whole number/);
    expect(stockRule(1)('-4')).toMatch(/^Whole number/);
    expect(stockRule(1)('0')).toMatch(/from 1/);
    expect(stockRule(0)('0')).toBeNull();
  });

  it('bounds the other names in number and in length', () => {
    expect(textRules.otherNames('mallet, হাতুড়ি')).toBeNull();
    expect(textRules.otherNames('saw,'.repeat(21))).toBe('Use at most 20 names');
    expect(textRules.otherNames('s'.repeat(301))).toBe('Use at most 300 characters');
  });

  it('asks for a picture of a kind and size that the shop takes', () => {
    const rule = picture('Image is required');
    expect(rule(null)).toBe('Image is required');
    expect(rule(file('image/svg+xml'))).toMatch(/JPEG/);
    expect(rule(file('image/png', 41 * 1024 * 1024))).toMatch(/40 MB/);
    expect(rule(file('image/jpeg', 12 * 1024 * 1024))).toBeNull();
    expect(rule(file('image/webp'))).toBeNull();
  });
});
