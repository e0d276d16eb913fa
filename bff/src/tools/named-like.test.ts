import { expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { toolsNamedLike } from './catalogue.ts';

const named = (...names: string[]) => names.map((name) => ({ name }) as Tool);

it.each([
  ['ha\u0304tu', 'Hātuṛi'],
  ['হাতু\u09dcি', 'বড় হাতু\u09a1\u09bcি'],
  ['cafe\u0301', 'Caf\u00e9 Saw'],
  ['১২', 'Bit 12'],
])('a search for %s finds %s, however each is written', (text, name) => {
  expect(toolsNamedLike(named(name, 'Rasp'), text)).toEqual(named(name));
  expect(toolsNamedLike(named(name, 'Rasp'), 'plane')).toEqual([]);
});
