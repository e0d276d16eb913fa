import { performance } from 'node:perf_hooks';
import { keepFigure, pairRow, readable } from '../measuring/figure.ts';
import { drive, httpRequest, mustAnswer } from '../measuring/http-driver.ts';
import { onSeparateCores, withShop } from '../measuring/measured-shop.ts';
import { pairedRounds } from '../measuring/paired-rounds.ts';
import type { Bench } from './bench.ts';
import { startYardstick } from './yardstick.ts';

const connections = 50;

/** GET /api/tools: first answer after the start, full answers, and 304 answers, against bare Hono with the same bytes. */
export const catalogue: Bench = ({ quick }) =>
  withShop({ seed: true, tools: 12 }, async (shop) => {
    const seconds = quick ? 0.5 : 3;
    const rounds = quick ? 2 : 5;
    const start = performance.now();
    // The driver asks for no compression, and each encoding has a tag of its own.
    const first = await fetch(`${shop.url}/api/tools`, { headers: { 'Accept-Encoding': 'identity' } });
    const body = await first.text();
    const coldMs = performance.now() - start;
    const etag = first.headers.get('etag');
    if (etag === null) throw new Error('GET /api/tools answers without an ETag');
    const yardstick = await startYardstick(body);
    try {
      const p99: number[] = [];
      const measure = async (url: string, path: string, headers: Record<string, string>, status: number) => {
        const request = httpRequest('GET', path, headers);
        const result = await drive({
          url,
          connections,
          seconds,
          warmUpSeconds: seconds / 5,
          awake: true,
          request: () => request,
        });
        mustAnswer(result, status);
        if (url === shop.url && status === 200) p99.push(result.p99);
        return result.perSecond;
      };
      const servers = [shop.stack.child('bff').pid, yardstick.pid];
      const { full, unchanged } = await onSeparateCores(servers, async () => ({
        full: await pairedRounds({
          rounds,
          ours: () => measure(shop.url, '/api/tools', {}, 200),
          yardstick: () => measure(yardstick.url, '/bytes', {}, 200),
        }),
        unchanged: await pairedRounds({
          rounds,
          ours: () => measure(shop.url, '/api/tools', { 'If-None-Match': etag }, 304),
          yardstick: () => measure(yardstick.url, '/bytes', { 'If-None-Match': '"yardstick"' }, 304),
        }),
      }));
      keepFigure({
        name: 'catalogue',
        title: 'Catalogue reads: GET /api/tools, one BFF process',
        command: 'npm run bench -- catalogue',
        quick,
        values: {
          ratio: full.ratio,
          perSecond: full.ours,
          ratio304: unchanged.ratio,
          coldMs,
          p99: Math.max(...p99),
        },
        tables: [
          {
            title: `${connections} connections, ${Buffer.byteLength(body)} bytes, ${rounds} rounds of ${seconds} s`,
            columns: ['answer', 'ours (requests/s)', 'bare Hono', 'ratio', '± ratio'],
            rows: [pairRow('200, whole catalogue', full), pairRow('304, unchanged', unchanged)],
          },
        ],
        notes: [
          `First answer after the start: ${readable(coldMs)} ms. p99 of full answers: ${readable(Math.max(...p99))} ms.`,
        ],
      });
    } finally {
      yardstick.stop();
    }
  });
