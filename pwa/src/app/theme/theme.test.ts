import { expect, test } from 'vitest';
import { bottle, dark, gray, ink, marigold, red } from './theme.ts';

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
};
const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
};

test.each([
  ['ink on paper', ink, gray[0]],
  ['dimmed text on paper', gray[6], gray[0]],
  ['dimmed text on a card', gray[6], '#ffffff'],
  ['dimmed text on a tinted card', gray[6], gray[1]],
  ['a link on paper', bottle[8], gray[0]],
  ['white on the primary button', '#ffffff', bottle[8]],
  ['white on the primary button in the dark', '#ffffff', bottle[6]],
  ['ink on marigold', ink, marigold[5]],
  ['an error on paper', red[7], gray[0]],
  ['a soft marigold badge', marigold[8], marigold[1]],
  ['a soft green badge', bottle[8], bottle[1]],
  ['a soft red badge', red[8], red[1]],
  ['a soft green badge in the dark', bottle[2], bottle[9]],
  ['a soft green button under the mouse in the dark', bottle[2], bottle[8]],
  ['a soft grey badge in the dark', gray[2], dark[5]],
  ['a soft marigold badge in the dark', marigold[3], marigold[9]],
  ['a soft red button in the dark', red[2], red[9]],
  ['a soft red button under the mouse in the dark', red[2], red[8]],
  ['text on the dark ground', dark[0], dark[8]],
  ['dimmed text on the dark ground', dark[2], dark[8]],
  ['dimmed text on a dark card', dark[2], dark[6]],
  ['a link on a dark card', bottle[3], dark[6]],
  ['an error on a dark card', red[2], dark[6]],
  ['a link on the dark ground', bottle[3], dark[8]],
  ['an error on the dark ground', red[2], dark[8]],
])('%s is readable', (_name, text, ground) => {
  expect(contrast(String(text), String(ground))).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['bottle', bottle],
  ['marigold', marigold],
  ['gray', gray],
  ['dark', dark],
  ['red', red],
])('%s goes from light to dark in ten steps', (_name, palette) => {
  const steps = palette.map(luminance);
  expect(steps).toHaveLength(10);
  expect(steps).toEqual([...steps].sort((a, b) => b - a));
});
