import { expect, it } from 'vitest';
import { categoriesOf, categoryOf, isOfCategory, otherNamesOf, pictureWords } from './tool-words.ts';

const saw = { name: 'Saw', category: 'Saws', alt: 'A saw with a beech handle' };
const old = { name: 'Plane' };

it('describes a picture with its own words, else with the name of the tool', () => {
  expect(pictureWords(saw)).toBe('A saw with a beech handle');
  expect(pictureWords({ name: 'Plane', alt: '' })).toBe('Plane');
});

it('reads what an older release has saved', () => {
  expect(pictureWords(old)).toBe('Plane');
  expect(categoryOf(old)).toBe('');
  expect(otherNamesOf(old)).toBe('');
  expect(isOfCategory(old, 'Saws')).toBe(false);
});

it('names every category once, by name', () => {
  const tools = [saw, { name: 'Level', category: 'Measuring' }, { name: 'Fret saw', category: 'saws' }, old];
  expect(categoriesOf(tools)).toEqual(['Measuring', 'Saws']);
});

it('finds a category in any case of letters; no category is every tool', () => {
  expect(isOfCategory(saw, 'sAWS')).toBe(true);
  expect(isOfCategory(saw, 'Saw')).toBe(false);
  expect(isOfCategory(saw, '')).toBe(true);
});
