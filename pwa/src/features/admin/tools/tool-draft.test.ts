import type { Tool } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import {
  draftOf,
  hasTaken,
  picturesFault,
  rebaseDraft,
  stockRules,
  textRules,
  toolEditOf,
} from './tool-draft.ts';

const hammer: Tool = {
  _id: 't1',
  name: 'Claw hammer',
  image: '/images/hammer.webp',
  price: 12,
  minOrderQuantity: 2,
  availableQuantity: 40,
  description: 'Steel head, ash handle.',
  category: '',
  alt: '',
  otherNames: '',
  rev: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('what an edit sends', () => {
  it('is nothing while nothing has changed', () => {
    expect(toolEditOf(hammer, draftOf(hammer))).toBeNull();
    expect(toolEditOf(hammer, { ...draftOf(hammer), price: '12', name: ' Claw hammer ' })).toBeNull();
  });

  it('is the changed fields and the revision that was seen', () => {
    expect(toolEditOf(hammer, { ...draftOf(hammer), price: '15' })).toEqual({ price: 15, rev: 3 });
  });

  it('has the typed lines of the specifications as rows', () => {
    const weight = { label: 'Weight', value: '450 g' };
    const edit = toolEditOf(hammer, { ...draftOf(hammer), specifications: 'Weight:  450 g\n' });
    expect(edit).toEqual({ specifications: [weight], rev: 3 });
    const weighed = { ...hammer, specifications: [weight], rev: 4 };
    expect(toolEditOf(weighed, draftOf(weighed))).toBeNull();
    expect(hasTaken(hammer, { ...draftOf(hammer), specifications: 'Weight:450 g' }, weighed)).toBe(true);
    expect(toolEditOf(weighed, { ...draftOf(weighed), specifications: '' })).toEqual({
      specifications: [],
      rev: 4,
    });
  });

  it('has the main picture and the others, in their new order', () => {
    const pictured = { ...hammer, otherImages: ['/images/b.webp'] };
    expect(toolEditOf(pictured, draftOf(pictured))).toBeNull();
    const turned = { ...draftOf(pictured), pictures: ['/images/b.webp', hammer.image] };
    expect(toolEditOf(pictured, turned)).toEqual({
      image: '/images/b.webp',
      otherImages: [hammer.image],
      rev: 3,
    });
    const now = { ...hammer, image: '/images/b.webp', otherImages: [hammer.image], rev: 4 };
    expect(hasTaken(pictured, turned, now)).toBe(true);
    const chosen = { ...draftOf(pictured), pictures: [new File(['x'], 'new.webp')] };
    expect(rebaseDraft(pictured, chosen, now).draft.pictures).toEqual(chosen.pictures);
    expect(rebaseDraft(pictured, draftOf(pictured), now).draft.pictures).toEqual(turned.pictures);
  });

  it('adds to the stock, takes away from it for a reason, or sets it', () => {
    const draft = draftOf(hammer);
    expect(toolEditOf(hammer, { ...draft, stock: { mode: 'add', amount: '7', reason: '' } })).toEqual({
      availableQuantity: '+7',
      rev: 3,
    });
    const taken = { mode: 'remove', amount: '3', reason: 'damaged' } as const;
    expect(toolEditOf(hammer, { ...draft, stock: taken })).toEqual({
      availableQuantity: '-3',
      reason: 'damaged',
      rev: 3,
    });
    expect(toolEditOf(hammer, { ...draft, stock: { mode: 'set', amount: '0', reason: '' } })).toEqual({
      availableQuantity: 0,
      rev: 3,
    });
  });
});

describe('a draft that meets another admin’s change', () => {
  const current: Tool = { ...hammer, name: 'Claw hammer 500 g', price: 14, rev: 4 };

  it('keeps what was typed and takes what only the other admin changed', () => {
    const { draft, changes } = rebaseDraft(hammer, { ...draftOf(hammer), price: '15' }, current);
    expect(draft).toMatchObject({ name: 'Claw hammer 500 g', price: '15' });
    expect(changes).toEqual([
      { field: 'name', theirs: 'Claw hammer 500 g', mine: null },
      { field: 'price', theirs: '14', mine: '15' },
    ]);
  });

  it('sees no quarrel where both wrote the same', () => {
    const { changes } = rebaseDraft(hammer, { ...draftOf(hammer), price: '14' }, current);
    expect(changes.find((change) => change.field === 'price')?.mine).toBeNull();
  });

  it('sends the rest against the new revision', () => {
    const { draft } = rebaseDraft(hammer, { ...draftOf(hammer), description: 'Better.' }, current);
    expect(toolEditOf(current, draft)).toEqual({ description: 'Better.', rev: 4 });
  });

  it('keeps the stock that was typed', () => {
    const typed = { ...draftOf(hammer), stock: { mode: 'add' as const, amount: '5', reason: '' as const } };
    expect(rebaseDraft(hammer, typed, current).draft.stock).toEqual({ mode: 'add', amount: '5', reason: '' });
  });
});

describe('an edit without an answer was taken', () => {
  const draft = { ...draftOf(hammer), price: '15' };

  it('where the tool has been edited and holds what was typed', () => {
    expect(hasTaken(hammer, draft, { ...hammer, price: 15, rev: 4 })).toBe(true);
  });

  it('but not where nobody has edited it, or somebody else has', () => {
    expect(hasTaken(hammer, draft, hammer)).toBe(false);
    expect(hasTaken(hammer, draft, { ...hammer, name: 'Hammer', rev: 4 })).toBe(false);
  });
});

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
    const stock = (mode: 'add' | 'set', amount: string) =>
      stockRules.amount(amount, { ...draftOf(hammer), stock: { mode, amount, reason: '' } });
    expect(stock('add', '-4')).toMatch(/^Write a whole number/);
    expect(stock('add', '0')).toMatch(/from 1/);
    expect(stock('set', '0')).toBeNull();
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
