import { expect, it } from 'vitest';
import { traceSearch } from './trace-search.ts';

const words = { name: ['Räna "Zyx" Quorn'], email: ['Zyx@Traces.test'], address: ['৪৭ ভার্মিল লেন'] };
const foundIn = (...chunks: Buffer[]) => {
  const search = traceSearch(words)();
  for (const chunk of chunks) search.take(chunk);
  return [...search.found];
};

it.each([
  ['as they are', 'x Räna "Zyx" Quorn x', ['name']],
  ['in JSON', JSON.stringify({ name: 'Räna "Zyx" Quorn' }), ['name']],
  ['in JSON of ASCII alone', '{"name":"R\\u00e4na \\"Zyx\\" Quorn"}', ['name']],
  ['in another case', 'zyx@traces.TEST', ['email']],
  ['in the path of a request', '/api/orders/Zyx%40traces.test', ['email']],
  ['in another alphabet', '1 ৪৭ ভার্মিল লেন 2', ['address']],
  ['not at all', 'Rana Zyx Quorn, zyx at traces.test', []],
])('finds words %s', (_, text, found) => {
  expect(foundIn(Buffer.from(text))).toEqual(found);
});

it('finds a word wherever the chunks of a file end', () => {
  const bytes = Buffer.from('before ৪৭ ভার্মিল লেন after');
  for (let at = 0; at <= bytes.length; at += 1)
    expect(foundIn(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['address']);
  expect(foundIn(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual(['address']);
});
