import type { Tool } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { filterFromAddress, filterToAddress, filterTools } from './tool-list.ts';

const tool = (name: string, fields: Partial<Tool> = {}): Tool => ({
  _id: name,
  name,
  image: '/images/x.webp',
  price: 10,
  minOrderQuantity: 1,
  availableQuantity: 5,
  description: '',
  category: '',
  alt: '',
  otherNames: '',
  rev: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});
const tools = [
  tool('Claw Hammer', { price: 30, category: 'Hammers', createdAt: '2026-01-03T00:00:00.000Z' }),
  tool('Trowel', {
    price: 12,
    description: 'For mortar (10% off)',
    availableQuantity: 1,
    minOrderQuantity: 2,
  }),
  tool('C-clamp', { price: 20, createdAt: '2026-01-02T00:00:00.000Z' }),
];
const names = (filter: Partial<Parameters<typeof filterTools>[1]>) =>
  filterTools(tools, { search: '', sort: 'newest', inStock: false, category: '', ...filter }).map(
    ({ name }) => name,
  );

describe('the list of tools', () => {
  it('shows the newest first', () => {
    expect(names({})).toEqual(['Claw Hammer', 'C-clamp', 'Trowel']);
  });

  it('finds text in name and description, in any case', () => {
    expect(names({ search: ' hAMMer ' })).toEqual(['Claw Hammer']);
    expect(names({ search: 'MORTAR' })).toEqual(['Trowel']);
  });

  it('takes the characters of a pattern literally', () => {
    expect(names({ search: '(10%' })).toEqual(['Trowel']);
    expect(names({ search: '.*' })).toEqual([]);
  });

  it('sorts by price both ways and by name', () => {
    expect(names({ sort: 'price-up' })).toEqual(['Trowel', 'C-clamp', 'Claw Hammer']);
    expect(names({ sort: 'price-down' })).toEqual(['Claw Hammer', 'C-clamp', 'Trowel']);
    expect(names({ sort: 'name' })).toEqual(['C-clamp', 'Claw Hammer', 'Trowel']);
  });

  it('hides a tool whose stock lies below its minimum', () => {
    expect(names({ inStock: true })).not.toContain('Trowel');
  });

  it('keeps one category, which the text finds as well', () => {
    expect(names({ category: 'hammers' })).toEqual(['Claw Hammer']);
    expect(names({ category: 'Hammers', search: 'trowel' })).toEqual([]);
    expect(names({ search: 'hammers' })).toEqual(['Claw Hammer']);
  });

  it('does not reorder what it was given', () => {
    names({ sort: 'name' });
    expect(tools[0]?.name).toBe('Claw Hammer');
  });
});

describe('the address of a list', () => {
  it('keeps every choice', () => {
    const filter = {
      search: 'saw & file',
      sort: 'price-up',
      inStock: true,
      category: 'Saws & files',
    } as const;
    expect(filterFromAddress(new URLSearchParams(filterToAddress(filter).toString()))).toEqual(filter);
  });

  it('is empty for the default, and forgives unknown words', () => {
    expect(filterToAddress({ search: ' ', sort: 'newest', inStock: false, category: '' }).toString()).toBe(
      '',
    );
    expect(filterFromAddress(new URLSearchParams('sort=best&stock=maybe'))).toEqual({
      search: '',
      sort: 'newest',
      inStock: false,
      category: '',
    });
  });
});
