import { describe, expect, it } from 'vitest';
import { mayBeMistyped, wordsOf } from './tool-index.ts';

describe('the words of a text', () => {
  it.each([
    ['Hand-Saw, 22 inch', ['hand', 'saw', '22', 'inch']],
    ['  CAFÉ  Ｓａｗ ', ['cafe', 'saw']],
    ['১৬ oz', ['16', 'oz']],
    ['½ inch', ['1', '2', 'inch']],
    ['mason’s', ['mason', 's']],
    ['(10% off) .*', ['10', 'off']],
    ['.*', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the same however a Bangla letter is written: in one or two parts, with a joiner or its dot left out', () => {
    const hammer = wordsOf('হাতুড়ি');
    expect(hammer).toHaveLength(1);
    for (const other of ['হাতুড\u09bcি', 'হাতু\u200dড়ি', 'হাতুডি']) expect(wordsOf(other)).toEqual(hammer);
    expect(wordsOf('স্ক্রু ড্রাইভার')).toHaveLength(2);
    expect(wordsOf('ম\u09cbটা')).toEqual(wordsOf('ম\u09c7\u09beটা'));
  });
});

it('a number is never mistyped, nor a word of two letters', () => {
  expect(['saw', 'bolt', 'সমতল'].map(mayBeMistyped)).toEqual([true, true, true]);
  expect(['mm', '1000', '16oz'].map(mayBeMistyped)).toEqual([false, false, false]);
});
