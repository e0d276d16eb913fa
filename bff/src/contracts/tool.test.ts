import { expect, it } from 'vitest';
import { NewTool, ToolEdit } from './tool.ts';

const messagesFor = (tool: unknown) =>
  Object.fromEntries(
    (NewTool.safeParse(tool).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );

it.each([
  {},
  { name: ' ', price: '', minOrderQuantity: '', availableQuantity: ' ', description: '', image: '' },
])('a new tool without its fields is told which are required, in the words of the form: %j', (tool) => {
  expect(messagesFor(tool)).toEqual({
    name: 'Tools Name required',
    price: 'Price is required',
    minOrderQuantity: 'Minimum Order Quantity required',
    availableQuantity: 'Available Quantity required',
    description: 'Tools Description is required',
    image: 'Image is required',
  });
});

it('a number that is there but none of ours is told what it may be', () => {
  for (const price of [0, 1.5, -1, 'ten', 1_000_001, null, true, []])
    expect([price, messagesFor({ price }).price]).toEqual([
      price,
      'Price is a whole number, from 1 to 1,000,000',
    ]);
});

it.each([
  '/images/../api/me/data',
  '/images//evil.example/x',
  'https://user:pw@a.example/x.png',
  'https://[',
  'https://x"onerror=1',
  'http://a.example/x.png',
])('%s is no address of a picture', (image) => {
  const error = 'Send an address that begins with /images/ or https://';
  expect(messagesFor({ image }).image).toBe(error);
  expect(messagesFor({ otherImages: ['/images/a.webp', image] })['otherImages.1']).toBe(error);
});

it('the addresses of pictures on this shop and elsewhere are taken, each once', () => {
  const otherImages = ['/images/0f-1.webp', 'https://a.example/x.png?v=1'];
  expect(ToolEdit.parse({ otherImages })).toEqual({ otherImages });
  expect(messagesFor({ otherImages: [...otherImages, ...otherImages.slice(1)] }).otherImages).toBe(
    'Send each picture once',
  );
});

it('an edit may leave every field out', () => {
  expect(ToolEdit.parse({})).toEqual({});
});
