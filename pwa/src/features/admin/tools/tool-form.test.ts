import { describe, expect, it } from 'vitest';
import { picturesFault, stockRule, textRules } from './tool-form.ts';

const file = (type: string, size = 10) => {
  const made = new File(['x'], 'x', { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

describe('the rules of the tool form', () => {
  it('asks for whole dollars and whole pieces', () => {
    expect(textRules.price('')).toBe('Price is required');
    expect(textRules.price('12.5')).toMatch(/^Write a whole number/);
    expect(textRules.price('12')).toBeNull();
    expect(textRules.minOrderQuantity('1,5')).toMatch(/^Write a whole number/);
    expect(stockRule(1)('-4')).toMatch(/^Write a whole number/);
    expect(stockRule(1)('0')).toMatch(/from 1/);
    expect(stockRule(0)('0')).toBeNull();
  });

  it('bounds the other names in number and in length', () => {
    expect(textRules.otherNames('mallet, হাতুড়ি')).toBeNull();
    expect(textRules.otherNames('saw,'.repeat(21))).toBe('Use at most 20 names');
    expect(textRules.otherNames('s'.repeat(301))).toBe('Use at most 300 characters');
  });

  it('asks for pictures of a kind and size that the shop takes', () => {
    const faultOf = (...args: Parameters<typeof file>) => picturesFault(['/images/a.webp', file(...args)]);
    expect(faultOf('image/svg+xml')).toBe('x: choose a JPEG, PNG, WebP or AVIF picture');
    expect(faultOf('image/png', 41 * 1024 * 1024)).toMatch(/^x: .*40 MB/);
    expect(faultOf('image/jpeg', 12 * 1024 * 1024)).toBeNull();
    expect(faultOf('image/webp')).toBeNull();
  });

  it('asks for one picture at least, and six at most', () => {
    const pictures = (count: number) => Array.from({ length: count }, (_, n) => `/images/${n}.webp`);
    expect(picturesFault([])).toBe('Image is required');
    expect(picturesFault(pictures(6))).toBeNull();
    expect(picturesFault(pictures(7))).toBe('Use at most 6 pictures: remove some');
  });
});
