import { type Context, Hono } from 'hono';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { nothing } from '../contracts/call-row.ts';
import type { Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { problemOf } from '../problem/problem-of.ts';
import { answerProblem } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { type Gates, mountCalls } from './mount-calls.ts';
import { rateLimits } from './rate-limits.ts';

const plain = {
  summary: '',
  access: 'anyone',
  limit: 'none',
  body: nothing,
  query: nothing,
  answers: {},
  problems: [],
} as const;
const echo = {
  'POST /echo': {
    ...plain,
    query: z.object({ page: z.string().optional() }),
    body: z.object({
      name: z.string({ error: 'Name is required' }).default('nobody'),
      age: z.int().optional(),
    }),
  },
};
const open: Gates = {
  findPerson: async () => null,
  sessions: { has: () => false },
  rateLimits: null,
  clientAddress: () => 'somewhere',
  closed: () => null,
  asOf: null,
  minClientVersion: null,
  confirmed: (answer) => answer(),
};

/** An application without calls that answers problems. */
function emptyApp() {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  return app;
}

const app = emptyApp();
mountCalls<typeof echo>(app, echo, { 'POST /echo': ({ c, query, body }) => c.json({ query, body }) }, open);

/** Sends `body` as it is, declared as `type`. */
const send = async (body: string, { type = 'application/json', query = '' } = {}) => {
  const answer = await app.request(`/echo${query}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it('counts a request before it reads anything of it, also when it then refuses', async () => {
  const seen: string[] = [];
  const full = emptyApp();
  const table = { 'POST /echo': { ...echo['POST /echo'], access: 'signed-in', limit: 'write' } } as const;
  mountCalls<typeof table>(
    full,
    table,
    { 'POST /echo': ({ c }) => c.text('done') },
    {
      ...open,
      findPerson: async () => {
        seen.push('person');
        return null;
      },
      rateLimits: {
        ...rateLimits(1),
        request() {
          seen.push('request');
          throw new ProblemError('RATE_LIMITED', 'Wait');
        },
      },
      minClientVersion: '1.0.0',
    },
  );
  const headers = { 'X-Client-Version': '0.0.1', Authorization: 'Bearer x' };
  const answer = await full.request('/echo', { method: 'POST', headers });
  expect([answer.status, seen]).toEqual([429, ['request']]);
});

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/merge-patch+json',
])('reads a body of the type %s', async (type) => {
  const { body } = await send('{"name":"Rahim"}', { type });
  expect(body).toEqual({ query: {}, body: { name: 'Rahim' } });
});

it.each(['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded'])(
  'refuses a body of the type %s',
  async (type) => {
    expect(await send('{}', { type })).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA' } });
  },
);

it.each(['', ' \n'])('reads the blank body %j as an empty object', async (blank) => {
  expect((await send(blank)).body.body).toEqual({ name: 'nobody' });
});

it('reads a request without any body as an empty object', async () => {
  const answer = await app.request('/echo', { method: 'POST' });
  expect(await answer.json()).toEqual({ query: {}, body: { name: 'nobody' } });
});

it('says that malformed JSON is none', async () => {
  const { status, body } = await send('{"name":');
  expect([status, body.code, body.detail]).toEqual([400, 'MALFORMED', 'The body is not valid JSON.']);
});

it('lists every field at fault, the first in the sentence', async () => {
  const { status, body } = await send('{"name":1,"age":"old"}');
  expect([status, body.code, body.detail]).toEqual([400, 'INVALID', 'Name is required']);
  expect((body.errors as { field: string }[]).map((error) => error.field)).toEqual(['name', 'age']);
});

it('gives the parameters of the path, decoded', async () => {
  const named = emptyApp();
  const table = { 'GET /tools/:id/by/:email': plain } as const;
  mountCalls<typeof table>(
    named,
    table,
    { 'GET /tools/:id/by/:email': ({ c, params }) => c.json(params) },
    open,
  );
  const answer = await named.request('/tools/t%2F1/by/rina@x.bd');
  expect(await answer.json()).toEqual({ id: 't/1', email: 'rina@x.bd' });
});

it('takes the first value of a repeated query parameter', async () => {
  expect((await send('{}', { query: '?page=1&page=2' })).body.query).toEqual({ page: '1' });
});

it('lets nothing but a sign-in change a shop that is shown as it was', async () => {
  const past = emptyApp();
  const done = ({ c }: { c: Context<AppEnv> }) => c.text('done');
  const table = {
    'POST /orders': { ...plain, limit: 'write' },
    'DELETE /me': { ...plain, limit: 'token' },
    'POST /webhook': { ...plain, access: 'proves-itself' },
    'POST /token': { ...plain, access: 'proves-itself', limit: 'token' },
    'GET /tools': plain,
  } as const;
  const handlers = {
    ...{ 'POST /orders': done, 'DELETE /me': done, 'POST /webhook': done },
    ...{ 'POST /token': done, 'GET /tools': done },
  };
  mountCalls<typeof table>(past, table, handlers, { ...open, asOf: 'event 7' });
  const answers = Object.keys(table).map(async (name) => {
    const [method = '', path = ''] = name.split(' ');
    return [path, (await past.request(path, { method })).status];
  });
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    ...{ '/orders': 403, '/me': 403, '/webhook': 403 },
    ...{ '/token': 200, '/tools': 200 },
  });
});

it('refuses a call whose role or sign-in is taken while its body is on the way', async () => {
  const table = { 'POST /echo': { ...echo['POST /echo'], access: 'editor' } } as const;
  const taken = async (what: 'role' | 'sign-in' | null) => {
    let isTaken = false;
    const body = new ReadableStream({
      pull(controller) {
        isTaken = true;
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    });
    const person = { uid: 'u1', may: async () => !(isTaken && what === 'role') } as unknown as Person;
    const late = emptyApp();
    mountCalls<typeof table>(
      late,
      table,
      { 'POST /echo': ({ c }) => c.text('done') },
      {
        ...open,
        findPerson: async () => person,
        sessions: { has: () => isTaken && what === 'sign-in' },
      },
    );
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    return (await late.request('/echo', init)).status;
  };
  expect([await taken('role'), await taken('sign-in'), await taken(null)]).toEqual([403, 401, 200]);
});
