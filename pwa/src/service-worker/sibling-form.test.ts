import { expect, test } from 'vitest';
import { sameForm } from './pictures.ts';

const stem = `/images/${'a1'.repeat(16)}`;

test('widths and formats of one picture stand in for each other', () => {
  expect(sameForm(`${stem}-400.avif`, `${stem}-800.webp`)).toBe(true);
  expect(sameForm(`${stem}.webp`, `${stem}-1200.avif`)).toBe(true);
});

test('another picture never does', () => {
  expect(sameForm(`${stem}-400.avif`, `/images/${'b2'.repeat(16)}-400.avif`)).toBe(false);
  expect(sameForm('/images/logo.webp', '/images/logo.webp')).toBe(false);
});
