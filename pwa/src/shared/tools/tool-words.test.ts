import { expect, it } from 'vitest';
import { toolNamed } from '../testing/tool.ts';
import { categoriesOf, isOfCategory, pictureWords } from './tool-words.ts';

const saw = toolNamed('Saw', { category: 'Saws', alt: 'A saw with a beech handle' });

it('describes a picture with its own words, else with the name of the tool', () => {
  expect(pictureWords(saw)).toBe('A saw with a beech handle');
  expect(pictureWords(toolNamed('Plane'))).toBe('Plane');
});

it('names every category once, by name', () => {
  const categories = ['Saws', 'Measuring', 'saws', ''].map((category) => toolNamed('Saw', { category }));
  expect(categoriesOf(categories)).toEqual(['Measuring', 'Saws']);
});

it('finds a category in any case of letters; no category is every tool', () => {
  expect(isOfCategory(saw, 'sAWS')).toBe(true);
  expect(isOfCategory(saw, 'Saw')).toBe(false);
  expect(isOfCategory(saw, '')).toBe(true);
});
