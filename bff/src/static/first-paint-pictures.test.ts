import { describe, expect, it } from 'vitest';
import { withPictures } from './first-paint-pictures.ts';

const zeros = '0'.repeat(32);
const drawn = (place: number) =>
  `<div><picture data-stand-in="${place}"><source srcset="/images/${zeros}-400.avif 400w"><img src="/images/${zeros}-800.webp"></picture></div>`;
const stem = '0123456789abcdef'.repeat(2);

describe('pictures in a first paint', () => {
  it('are those of the tools, in every form', () => {
    expect(withPictures(drawn(0), [{ image: `/images/${stem}.webp` }])).toBe(
      `<div><picture><source srcset="/images/${stem}-400.avif 400w"><img src="/images/${stem}-800.webp"></picture></div>`,
    );
  });

  it('leave an empty frame where no tool is known or its picture lies elsewhere', () => {
    const html = drawn(0) + drawn(1) + drawn(2);
    const tools = [{ image: 'https://pictures.example/"><script>' }, { image: `/images/${stem}.webp?x` }];
    expect(withPictures(html, tools)).toBe('<div></div><div></div><div></div>');
    expect(withPictures(html, [])).toBe('<div></div><div></div><div></div>');
  });
});
