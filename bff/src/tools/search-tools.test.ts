import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { calls } from '../contracts/calls.ts';
import { listPage } from '../contracts/fields.ts';
import type { Tool } from '../contracts/tool.ts';
import type { AppEnv } from '../http/app-env.ts';
import { encodedText } from '../http/encoded-text.ts';
import type { Catalogue } from './catalogue.ts';
import { toolCalls } from './tool-calls.ts';

/** `GET /searchtools` over `count` hammers, newest first, counting how often a name is looked at. */
function searching(count: number) {
  const seen = { names: 0 };
  const tools = Array.from({ length: count }, (_, age) => ({
    _id: `t${age}`,
    createdAt: new Date(1_800_000_000_000 - age).toISOString(),
    get name() {
      seen.names += 1;
      return `Hammer ${age}`;
    },
  })) as unknown as Tool[];
  let json = encodedText('[1]');
  const catalogue = { snapshot: async () => ({ tools, json }) } as unknown as Catalogue;
  const search = toolCalls({ log: {} as never, catalogue })['GET /searchtools'];
  const app = new Hono<AppEnv>().get('/', (c) => {
    const query = calls['GET /searchtools'].query.parse(c.req.query());
    return search({ c, query, person: null, params: {}, body: undefined, stillAllowed: async () => {} });
  });
  return {
    seen,
    ask: (query: string, tag = '') => app.request(`/?${query}`, { headers: { 'If-None-Match': tag } }),
    change: () => {
      json = encodedText('[2]');
    },
  };
}

it('a search answers a hundred tools at most, and older ones page by page', async () => {
  const { ask } = searching(250);
  const lengths: number[] = [];
  const ids = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await ask(`search=HAMMER${cursor}`);
    const page = (await answer.json()) as Tool[];
    lengths.push(page.length);
    for (const { _id } of page) ids.add(_id);
    const next = answer.headers.get('x-next-cursor');
    cursor = next && `&cursor=${next}`;
  }
  expect([lengths, ids.size]).toEqual([[100, 100, 50], 250]);
});

it('a search whose answer the client has looks at no tool until the catalogue changes', async () => {
  const { ask, seen, change } = searching(250);
  const tag = (await ask('search=hammer')).headers.get('etag') ?? '';
  seen.names = 0;
  expect((await ask('search=hammer', tag)).status).toBe(304);
  expect(seen.names).toBe(0);
  expect((await ask('search=saw', tag)).status).toBe(200);
  // Each name is prepared for searches once.
  expect(seen.names).toBe(0);
  change();
  expect((await ask('search=hammer', tag)).status).toBe(200);
});

it('a page of a list has no more rows than are allowed, and a cursor that is a time', () => {
  const page = listPage(50);
  expect(page.parse({})).toEqual({ limit: 50 });
  expect(page.safeParse({ limit: '51' }).success).toBe(false);
  expect(page.safeParse({ cursor: 'x' }).success).toBe(false);
});
