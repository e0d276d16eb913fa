import { describe, expect, it } from 'vitest';
import { toolNamed } from '../../shared/testing/tool.ts';
import { filterFromAddress, filterToAddress, filterTools, sortOf } from './tool-list.ts';

const tools = [
  toolNamed('Claw Hammer', { price: 30, category: 'Hammers', createdAt: '2026-01-03T00:00:00.000Z' }),
  toolNamed('Trowel', {
    price: 12,
    description: 'For mortar (10% off)',
    availableQuantity: 1,
    minOrderQuantity: 2,
  }),
  toolNamed('C-clamp', { price: 20, createdAt: '2026-01-02T00:00:00.000Z' }),
];
const names = (filter: Partial<Parameters<typeof filterTools>[1]>) =>
  filterTools(tools, { search: '', sort: null, inStock: false, category: '', ...filter }).map(
    ({ name }) => name,
  );

describe('the list of tools', () => {
  it('shows the newest first', () => {
    expect(names({})).toEqual(['Claw Hammer', 'C-clamp', 'Trowel']);
  });

  it('leaves what a search has found in the order of the search, until somebody chooses another', () => {
    const search = 'tool';
    expect(names({ search })).toEqual(['Claw Hammer', 'Trowel', 'C-clamp']);
    expect(names({ search, sort: 'newest' })).toEqual(['Claw Hammer', 'C-clamp', 'Trowel']);
  });

  it('sorts by price both ways and by name', () => {
    expect(names({ sort: 'price-up' })).toEqual(['Trowel', 'C-clamp', 'Claw Hammer']);
    expect(names({ sort: 'price-down' })).toEqual(['Claw Hammer', 'C-clamp', 'Trowel']);
    expect(names({ sort: 'name' })).toEqual(['C-clamp', 'Claw Hammer', 'Trowel']);
  });

  it('hides a tool whose stock lies below its minimum', () => {
    expect(names({ inStock: true })).not.toContain('Trowel');
  });

  it('keeps one category, of what a search has found too', () => {
    expect(names({ category: 'hammers' })).toEqual(['Claw Hammer']);
    expect(names({ category: 'Hammers', search: 'tool' })).toEqual(['Claw Hammer']);
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
    expect(filterToAddress({ search: ' ', sort: null, inStock: false, category: '' }).toString()).toBe('');
    expect(filterFromAddress(new URLSearchParams('sort=best&stock=maybe'))).toEqual({
      search: '',
      sort: null,
      inStock: false,
      category: '',
    });
  });

  it('names the newest first only where something is searched for, which has an order of its own', () => {
    const newest = { search: '', sort: 'newest', inStock: false, category: '' } as const;
    expect(filterToAddress(newest).toString()).toBe('');
    expect(filterToAddress({ ...newest, search: 'saw' }).toString()).toBe('search=saw&sort=newest');
    expect(sortOf(filterFromAddress(new URLSearchParams('search=saw')))).toBeNull();
  });
});
