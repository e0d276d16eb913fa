import type { MantineColorsTuple } from '@mantine/core';

/** Bottle green, the primary: 8 fills buttons on paper, 4 writes links on the dark ground. */
export const bottle: MantineColorsTuple = [
  '#eaf5f1',
  '#d2e9e1',
  '#a6d3c5',
  '#78bca8',
  '#4fa78f',
  '#2c8e78',
  '#157462',
  '#0f6757',
  '#0b5d4e',
  '#063f35',
];
/** Marigold, the accent: 5 is the pure tone and carries dark text. */
export const marigold: MantineColorsTuple = [
  '#fff6e4',
  '#feebc8',
  '#fbd792',
  '#f8c462',
  '#f5b249',
  '#f2a33a',
  '#cf8221',
  '#9c5f0d',
  '#774707',
  '#4d2d03',
];
/** Warm greys around paper and ink. */
export const gray: MantineColorsTuple = [
  '#fbf8f3',
  '#f4efe6',
  '#e9e2d6',
  '#d9d0c2',
  '#b8ad9c',
  '#857b6b',
  '#635b4e',
  '#4a443a',
  '#322e27',
  '#1f1c17',
];
/** Green-black, from text (0) to the deepest ground (9). */
export const dark: MantineColorsTuple = [
  '#e4ede8',
  '#c4d3cb',
  '#a2b5ac',
  '#7b9187',
  '#3f544c',
  '#2b3c35',
  '#1b2924',
  '#121d19',
  '#0c1512',
  '#060c0a',
];
/** A brick red that is readable on paper. */
export const red: MantineColorsTuple = [
  '#fdefec',
  '#fad9d3',
  '#f3b1a6',
  '#ec8779',
  '#e36453',
  '#d24c3a',
  '#b93726',
  '#a32c1d',
  '#8a2317',
  '#5c140b',
];
/** Ink: text on paper and on marigold. */
export const ink = '#1b2420';
