import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shrinkPicture } from './upload-image.ts';

/** What the library was asked to draw, and the sizes (bytes) of what it answers for each kind; the real one is used end to end. */
const library = vi.hoisted(() => ({ drawn: [] as number[][], answers: {} as Record<string, number> }));
vi.mock('pica/pica_main', () => ({
  default: () => ({
    resize: async (_from: unknown, to: HTMLCanvasElement) => {
      library.drawn.push([to.width, to.height]);
      return to;
    },
    toBlob: async (_canvas: unknown, type: string) => {
      const size = library.answers[type];
      // A browser that cannot write a kind writes PNG.
      const made = size === undefined ? { size: 700_000, type: 'image/png' } : { size, type };
      return new Blob([new Uint8Array(made.size)], { type: made.type });
    },
  }),
}));

const photoOf = (width: number, height: number) =>
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));

beforeEach(() => {
  library.drawn = [];
  library.answers = { 'image/webp': 90_000, 'image/jpeg': 120_000 };
  photoOf(4_000, 3_000);
});
afterEach(() => vi.unstubAllGlobals());

const file = (size: number, type = 'image/jpeg') => new File([new Uint8Array(size)], 'plane', { type });

test('a heavy picture becomes a WebP that is as large as the shop needs', async () => {
  const { size, type, name } = await shrinkPicture(file(12_000_000));
  expect({ size, type, name }).toEqual({ size: 90_000, type: 'image/webp', name: 'plane' });
  expect(library.drawn).toEqual([[1_600, 1_200]]);
});

test.each([
  ['a tall picture is bounded by the box of the shop', [3_000, 12_000], [800, 3_200]],
  ['a line keeps one pixel of its width', [2, 9_000], [1, 3_200]],
  ['a small picture is not enlarged', [900, 1_000], [900, 1_000]],
])('%s', async (_what, [width = 0, height = 0], drawn) => {
  photoOf(width, height);
  await shrinkPicture(file(6_000_000));
  expect(library.drawn).toEqual([drawn]);
});

test('a browser without WebP writes a photo as JPEG, and a drawing as PNG', async () => {
  delete library.answers['image/webp'];
  expect((await shrinkPicture(file(6_000_000))).type).toBe('image/jpeg');
  expect((await shrinkPicture(file(6_000_000, 'image/png'))).type).toBe('image/png');
});

test('what is light, cannot be read, or would not become smaller travels as it is', async () => {
  const [light, heavy] = [file(300_000), file(500_000, 'image/png')];
  expect(await shrinkPicture(light)).toBe(light);
  library.answers['image/webp'] = 600_000;
  expect(await shrinkPicture(heavy)).toBe(heavy);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('broken', 'InvalidStateError')));
  expect(await shrinkPicture(heavy)).toBe(heavy);
});
