import { expect, it } from 'vitest';
import { toolNamed } from '../../shared/testing/tool.ts';
import { relatedTools } from './related-tools.tsx';

const inHammers = (name: string, more = {}) => toolNamed(name, { category: 'Hammers', ...more });
const claw = inHammers('Claw Hammer');
const namesFor = (tool: typeof claw, ...others: (typeof claw)[]) =>
  relatedTools([tool, ...others], tool).map(({ name }) => name);

it('names other tools of the same category, however it is spelled', () => {
  const mallet = toolNamed('Mallet', { category: 'hammers' });
  expect(namesFor(claw, toolNamed('Trowel', { category: 'Masonry' }), mallet)).toEqual(['Mallet']);
});

it('names tools on sale before sold-out ones, and four at most', () => {
  const soldOut = inHammers('Mallet', { availableQuantity: 0 });
  const onSale = ['Sledge', 'Brick', 'Ball-peen'].map((name) => inHammers(name));
  expect(namesFor(claw, soldOut, ...onSale)).toEqual(['Sledge', 'Brick', 'Ball-peen', 'Mallet']);
  expect(namesFor(claw, soldOut, ...onSale, inHammers('Tack'))).not.toContain('Mallet');
});

it('names other tools for a tool that is alone in its category, or has none', () => {
  const mallet = inHammers('Mallet', { availableQuantity: 0 });
  const rope = toolNamed('Rope');
  expect(namesFor(toolNamed('Trowel', { category: 'Masonry' }), mallet, rope)).toEqual(['Rope', 'Mallet']);
  expect(namesFor(toolNamed('Tarp'), mallet, rope)).toEqual(['Rope', 'Mallet']);
});
