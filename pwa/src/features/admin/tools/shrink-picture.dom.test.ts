import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shrinkPicture } from './shrink-picture.ts';

/** What the browser's canvas was asked for, and the sizes (bytes) of what it answers for each kind. */
let drawn: [number, number][] = [];
let answers: Record<string, number> = {};

beforeEach(() => {
  drawn = [];
  answers = { 'image/webp': 90_000, 'image/jpeg': 120_000 };
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4_000, height: 3_000, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: (_picture: unknown, _x: number, _y: number, width: number, height: number) =>
      drawn.push([width, height]),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = 'image/png') => {
    const size = answers[type];
    // A browser that cannot write a kind writes PNG.
    const made = size === undefined ? { size: 700_000, type: 'image/png' } : { size, type };
    done(new Blob([new Uint8Array(made.size)], { type: made.type }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const file = (size: number, type = 'image/jpeg') => new File([new Uint8Array(size)], 'plane', { type });

test('a heavy picture becomes a WebP that is as wide as the shop needs', async () => {
  const { size, type, name } = await shrinkPicture(file(6_000_000));
  expect({ size, type, name }).toEqual({ size: 90_000, type: 'image/webp', name: 'plane' });
  expect(drawn).toEqual([[1_600, 1_200]]);
});

test('a narrow picture is not enlarged', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 2_000, close: () => undefined }));
  await shrinkPicture(file(6_000_000));
  expect(drawn).toEqual([[900, 2_000]]);
});

test('a browser without WebP writes a photo as JPEG, and a drawing as PNG', async () => {
  delete answers['image/webp'];
  expect((await shrinkPicture(file(6_000_000))).type).toBe('image/jpeg');
  expect((await shrinkPicture(file(6_000_000, 'image/png'))).type).toBe('image/png');
});

test('what is light, cannot be read, or would not become smaller travels as it is', async () => {
  const [light, heavy] = [file(300_000), file(500_000, 'image/png')];
  expect(await shrinkPicture(light)).toBe(light);
  answers['image/webp'] = 600_000;
  expect(await shrinkPicture(heavy)).toBe(heavy);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('broken', 'InvalidStateError')));
  expect(await shrinkPicture(heavy)).toBe(heavy);
});
