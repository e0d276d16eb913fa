import { expect, it } from 'vitest';
import { contains } from './tool-names.ts';

it.each([
  ['বড় হাতু\u09dcি', 'হাতু\u09a1\u09bcি বড়'],
  ['Caf\u00e9 Saw', 'saw cafe\u0301'],
  ['Drill Bit ১২', 'bit 12'],
])('the name %s holds the words %s, however they are written', (name, words) => {
  expect(contains(name, words)).toBe(true);
  expect(contains(name, `${words} plane`)).toBe(false);
});
