import { describe, expect, it } from 'vitest';
import { picture, wholeNumber } from './tool-form.ts';

const file = (type: string, size = 10) => {
  const made = new File(['x'], 'x', { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

describe('the rules of the tool form', () => {
  it('asks for whole numbers in range', () => {
    const rule = wholeNumber('Price is required');
    expect(rule('')).toBe('Price is required');
    for (const wrong of ['0', '-1', '1.5', 'ten', '1000001'])
      expect(rule(wrong)).toMatch(/whole number from 1/);
    expect(rule('12')).toBeNull();
    expect(wholeNumber('Available Quantity required', 0)(0)).toBeNull();
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
