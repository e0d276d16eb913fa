import { describe, expect, it } from 'vitest';
import { offersOf, storedOffer } from './offer.ts';

describe('offers', () => {
  const sale = { toolId: 't', toolsName: 'Tool', description: 'ঢাকা\nwith a line end', image: '/a.webp' };
  const offer = storedOffer(sale);
  const other = storedOffer({ ...sale, description: 'asked for once' });

  it('have the same name for the same words, and another for others', () => {
    expect(storedOffer({ ...sale }).ref).toBe(offer.ref);
    expect(other.ref).not.toBe(offer.ref);
    expect(storedOffer(sale)).toEqual(offer);
  });

  it('are asked for once', async () => {
    const asked: string[] = [];
    const read = async (refs: readonly string[]) => {
      asked.push(...refs);
      return [other.text];
    };
    const found = [[other.ref, { ...sale, description: 'asked for once' }]];
    expect([...(await offersOf<never>([other.ref, other.ref], read))]).toEqual(found);
    expect([...(await offersOf<never>([other.ref], read))]).toEqual(found);
    expect(asked).toEqual([other.ref]);
  });

  it('are not given when they are lost or their text is not what their name was made of', async () => {
    const { ref } = storedOffer({ ...sale, description: 'damaged' });
    expect((await offersOf<never>([ref], async () => [null])).size).toBe(0);
    expect((await offersOf<never>([ref], async () => [other.text])).size).toBe(0);
  });
});
