import { performance } from 'node:perf_hooks';
import { readable, table } from '../measuring/figure.ts';
import { drive, httpRequest } from '../measuring/http-driver.ts';
import { inTurns, pairCells } from '../measuring/in-turns.ts';
import { startShop } from '../measuring/measured-shop.ts';
import type { Bench } from './bench.ts';
import { startYardstick } from './yardstick.ts';

const connections = 50;

/** GET /api/tools: first answer after the start, full answers, and 304 answers, against bare Hono with the same bytes. */
export const catalogue: Bench = async ({ quick }) => {
  await using shop = await startShop({ seed: true, tools: 12 });
  const [rounds, seconds] = quick ? [2, 0.5] : [5, 3];
  const begun = performance.now();
  // The driver asks for no compression, and each encoding has a tag of its own.
  const first = await fetch(`${shop.url}/api/tools`, { headers: { 'Accept-Encoding': 'identity' } });
  const body = await first.text();
  const coldMs = performance.now() - begun;
  using bare = await startYardstick(body);
  const compare = (status: number, ourTag = '', bareTag = '') => {
    const get = (url: string, path: string, tag: string) => () =>
      drive({
        ...{ url, connections, seconds, warmUpSeconds: seconds / 5, awake: true, status },
        request: httpRequest('GET', path, tag === '' ? {} : { 'If-None-Match': tag }),
      });
    const sides = [get(bare.url, '/bytes', bareTag), get(shop.url, '/api/tools', ourTag)] as const;
    return inTurns(rounds, sides, [shop.server, bare.pid]);
  };
  const full = await compare(200);
  const unchanged = await compare(304, first.headers.get('etag') ?? '', '"yardstick"');
  const [, { ratio, p99 }] = full;
  return {
    title: 'Catalogue reads: GET /api/tools, one BFF process',
    values: { ratio },
    tables: [
      table(
        `${connections} connections, ${Buffer.byteLength(body)} bytes, ${rounds} rounds of ${seconds} s`,
        [
          { answer: '200, whole catalogue', ...pairCells(full) },
          { answer: '304, unchanged', ...pairCells(unchanged) },
        ],
      ),
    ],
    notes: [
      `First answer after the start: ${readable(coldMs)} ms. p99 of full answers: ${readable(p99)} ms.`,
    ],
  };
};
