import type { Tool } from '@karigar/bff/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolNamed } from '../testing/tool.ts';
import { indexTools, joined, mayBeMistyped, type Scope, swapped, wordsOf } from './tool-index.ts';

/** The demo catalogue, which is of another TypeScript project; a tool's id is its name. */
const [seed] = Object.values(
  import.meta.glob<{ toolCatalogue: Omit<Tool, '_id' | 'image' | 'rev' | 'createdAt'>[] }>(
    '../../../../infra/src/seed/tool-catalogue.ts',
    { eager: true },
  ),
);
const tools = (seed?.toolCatalogue ?? []).map((tool) => toolNamed(tool.name, tool));
const index = await indexTools(tools);
const find = (text: string, scope: Scope = 'everything') => index.find(text, scope);

const hammer = 'Claw Hammer 16 oz';
const saw = 'Hand Saw 22 inch';
const bolts = 'Hex Bolt and Nut Assortment, 120 pieces';
const clamp = 'Cast C-Clamp 6 inch';
const driver = 'Slotted Screwdriver 8 mm';
const toolbox = 'Steel Toolbox 18 inch';
const tape = 'Tape Measure 5 metre';
const brush = 'Natural Bristle Paint Brush 3 inch';
const spanners = 'Combination Spanner Set, 3 pieces';
const wrench = 'Adjustable Wrench 10 inch';
const ladder = 'Folding Step Ladder, 3 steps';
const trowel = 'Brick Trowel 11 inch';
const pliers = 'Combination Pliers 8 inch';

describe('a search', () => {
  it.each([
    ['a word, in any case', 'hAMMer', hammer],
    ['the begin of a word', 'hamm', hammer],
    ['the inside of a word', 'driver', driver],
    ['words in any order', 'inch saw 22', saw],
    ['words of name and description', 'beech saw', saw],
    ['a space left out', 'handsaw', saw],
    ['a hyphen', 'hand-saw', saw],
    ['a space too many', 'tool box', toolbox],
    ['a space for a hyphen', 'c clamp', clamp],
    ['a hyphen left out', 'cclamp', clamp],
    ['a space left out before the unit', '16oz', hammer],
    ['a space left out in words of the description', 'pipegrip', pliers],
    ['a letter missing', 'hamer', hammer],
    ['a letter too many', 'hammmer', hammer],
    ['a wrong letter', 'hummer', hammer],
    ['two letters swapped', 'hmamer', hammer],
    ['a letter missing in a word of four', 'blt', bolts],
    ['a typing error beside a space too many', 'screw drivr', driver],
    ['typing errors in two words', 'mesure tpae', tape],
    ['another name', 'crescent wrench', wrench],
    ['another name without its apostrophe', 'painters brush', brush],
    ['a Bangla name', 'হাতুড়ি', hammer],
    ['a Bangla name with a wrong letter', 'হাতুরি', hammer],
    ['a Bangla name among several', 'করাত', saw],
    ['a space too many in a Bangla name', 'টুল বক্স', toolbox],
    ['Bangla digits', '১৬ oz', hammer],
    ['the sound of a Bangla name', 'haturi', hammer],
    ['the sound of a Bangla name with another vowel', 'karat', saw],
    ['the sound of a short Bangla name', 'moi', ladder],
    ['the sound of joined Bangla letters', 'kornik', trowel],
    ['the category', 'fasteners', bolts],
  ])('finds by %s: %j', (_, text, best) => {
    expect(find(text)[0]).toBe(best);
  });

  it('lists the best match first: names before descriptions, whole words before parts, right before mistyped', () => {
    expect(find('spanner')).toEqual([spanners, wrench, driver]);
    expect(find('box')).toEqual(['Box Spirit Level 16 inch', toolbox]);
    expect(find('bold')).toEqual([bolts, hammer]);
    expect(find('steel')[0]).toBe(toolbox);
  });

  it('wants every word', () => {
    expect(find('claw hammer hickory')).toEqual([hammer]);
    expect(find('claw saw')).toEqual([]);
    expect(find('hand x')).toEqual([]);
  });

  it.each(['swa', 'hammer 17', '1600', 'hamxxer', 'mahmer', '.*', ''])('finds nothing by %j', (text) => {
    expect(find(text)).toEqual([]);
  });

  it('looks at names alone where it is told to', () => {
    expect(find('hickory', 'names')).toEqual([]);
    expect(find('spanner', 'names')).toEqual([spanners, wrench]);
    expect(find('driver', 'names')).toEqual([driver]);
  });

  it('answers a text of any length', () => {
    expect(find('hammer '.repeat(10_000))).toEqual([hammer]);
    expect(find('x'.repeat(10_000))).toEqual([]);
  });
});

describe('the nearest', () => {
  it.each([
    ['brushes', brush],
    ['hammer 17', hammer],
    ['skrewdrifer', driver],
    ['haatudi হাতূডী', hammer],
  ])('of %j begins with the likeliest', (text, best) => {
    expect(index.nearest(text)[0]).toBe(best);
  });

  it.each(['.*', 'qwxzvk', 'pizza', 'বিরিয়ানি', '9999'])('is none for %j, which is like no name', (text) => {
    expect(index.nearest(text)).toEqual([]);
  });
});

describe('every tool', () => {
  const named = fc
    .constantFrom(...tools)
    .chain((tool) =>
      fc
        .constantFrom(...[tool.name, ...tool.otherNames.split(',')].map(wordsOf))
        .map((words) => ({ tool, words })),
    );

  it('is found by its words in any order', () => {
    fc.assert(
      fc.property(
        named.chain(({ tool, words }) =>
          fc.record({ tool: fc.constant(tool), words: fc.shuffledSubarray(words, { minLength: 1 }) }),
        ),
        ({ tool, words }) => {
          expect(find(words.join(' '))).toContain(tool._id);
        },
      ),
    );
  });

  it('is found with one space left out', () => {
    fc.assert(
      fc.property(named, fc.nat(), ({ tool, words }, choice) => {
        fc.pre(words.length > 1);
        const at = choice % (words.length - 1);
        const text = words.toSpliced(at, 2, joined(words)[at] ?? '').join(' ');
        expect(find(text)).toContain(tool._id);
      }),
    );
  });

  it('is found with one typing error in a word of four letters and more', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzকতর');
    fc.assert(
      fc.property(
        named,
        fc.nat(),
        fc.nat(),
        letter,
        fc.nat(3),
        ({ tool, words }, which, where, typed, kind) => {
          const word = words[which % words.length] ?? '';
          fc.pre(word.length >= 4 && mayBeMistyped(word));
          const at = where % word.length;
          const swaps = swapped(word);
          const mistyped = [
            word.slice(0, at) + word.slice(at + 1),
            word.slice(0, at) + typed + word.slice(at + 1),
            word.slice(0, at) + typed + word.slice(at),
            swaps[at % swaps.length] ?? word,
          ][kind] as string;
          expect(find(words.with(which % words.length, mistyped).join(' '))).toContain(tool._id);
        },
      ),
      { numRuns: 500 },
    );
  });
});
