import { expect, it } from 'vitest';
import { openedTexts } from './opened-texts.ts';

const rina = { name: 'Rina' };

it('a text is found for its own person and context alone', () => {
  const texts = openedTexts();
  texts.begin('u1', 'order 1')('sealed', rina);
  expect(texts.get('u1', 'order 1', 'sealed')).toEqual(rina);
  expect(texts.get('u1', 'order 2', 'sealed')).toBeUndefined();
  expect(texts.get('u2', 'order 1', 'sealed')).toBeUndefined();
});

it('nothing of a person stays once they are forgotten, and what others have does', () => {
  const texts = openedTexts();
  for (const uid of ['u1', 'u2']) texts.begin(uid, 'order')(`sealed ${uid}`, rina);
  texts.forget('u1');
  expect(texts.get('u1', 'order', 'sealed u1')).toBeUndefined();
  expect(texts.get('u2', 'order', 'sealed u2')).toEqual(rina);
});

it('what was being opened in the moment of forgetting is not remembered', () => {
  const texts = openedTexts();
  const remember = texts.begin('u1', 'order 1');
  texts.forget('u1');
  remember('sealed', rina);
  expect(texts.get('u1', 'order 1', 'sealed')).toBeUndefined();
});

it('there is room for some thousand texts, and no more', () => {
  const texts = openedTexts();
  for (let n = 0; n <= 5_000; n += 1) texts.begin('u1', 'order')(`sealed ${n}`, rina);
  expect(texts.get('u1', 'order', 'sealed 0')).toBeUndefined();
  expect(texts.get('u1', 'order', 'sealed 5000')).toEqual(rina);
});
