import { describe, expect, it } from 'vitest';
import { encodePicture } from '../../../../bff/src/images/encode-picture.ts';
import { pictureSources } from './picture-sources.ts';

const hash = '0123456789abcdef0123456789abcdef';

describe('the forms of a picture', () => {
  it('are every width in both types for one that the shop keeps', () => {
    expect(pictureSources(`/images/${hash}.webp`)).toEqual({
      avif: `/images/${hash}-400.avif 400w, /images/${hash}-800.avif 800w, /images/${hash}-1200.avif 1200w`,
      webp: `/images/${hash}-400.webp 400w, /images/${hash}-800.webp 800w, /images/${hash}-1200.webp 1200w`,
      fallback: `/images/${hash}-800.webp`,
    });
  });

  it('are those that the server stores', async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const { largest, others } = await encodePicture(Buffer.from(pixel, 'base64'));
    const sources = pictureSources(`/images/${largest.name}`);
    const named = `${sources?.avif}, ${sources?.webp}`.split(', ').map((form) => form.split(' ')[0]);
    // A JPEG is for links to a tool: pages never show it.
    const shown = others.filter(({ name }) => !name.endsWith('.jpg'));
    expect(named.toSorted()).toEqual(shown.map(({ name }) => `/images/${name}`).toSorted());
    expect(named).toContain(sources?.fallback);
  });

  it('are unknown for a picture of another host, and for another name', () => {
    expect(pictureSources('https://i.example/hammer.webp')).toBeNull();
    expect(pictureSources('/images/hammer.webp')).toBeNull();
  });
});
