import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '../problem/problem-error.ts';
import { problemOf } from '../problem/problem-of.ts';
import { answerProblem } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { type Call, defineCall } from './call.ts';
import { mountCalls } from './mount-calls.ts';
import { rateLimits } from './rate-limits.ts';

const described = { summary: '', access: 'anyone', limit: 'none', answers: {}, problems: [] } as const;
const echo = defineCall({
  ...described,
  method: 'post',
  path: '/echo',
  query: z.object({ page: z.string().optional() }),
  body: z.object({
    name: z.string({ error: 'Name is required' }).default('nobody'),
    age: z.int().optional(),
  }),
  handle: ({ c, query, body }) => c.json({ query, body }),
});

const app = new Hono<AppEnv>();
app.onError((error, c) => answerProblem(c, problemOf(error)));
mountCalls(app, [echo], {
  findPerson: async () => null,
  sessions: { has: () => false },
  rateLimits: null,
  clientAddress: () => 'somewhere',
  closed: () => null,
  asOf: null,
  minClientVersion: null,
  confirmed: (answer) => answer(),
});

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
  const full = new Hono<AppEnv>();
  full.onError((error, c) => answerProblem(c, problemOf(error)));
  mountCalls(full, [{ ...echo, access: 'signed-in', limit: 'write' }], {
    findPerson: async () => {
      seen.push('person');
      return null;
    },
    sessions: { has: () => false },
    closed: () => null,
    rateLimits: {
      ...rateLimits(1),
      request() {
        seen.push('request');
        throw new ProblemError('RATE_LIMITED', 'Wait');
      },
    },
    clientAddress: () => 'somewhere',
    asOf: null,
    minClientVersion: '1.0.0',
    confirmed: (answer) => answer(),
  });
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

it('takes the first value of a repeated query parameter', async () => {
  expect((await send('{}', { query: '?page=1&page=2' })).body.query).toEqual({ page: '1' });
});

it('lets nothing but a sign-in change a shop that is shown as it was', async () => {
  const past = new Hono<AppEnv>();
  past.onError((error, c) => answerProblem(c, problemOf(error)));
  const call = (path: `/${string}`, over: Partial<Call>): Call => ({
    ...described,
    path,
    method: 'post',
    handle: ({ c }) => c.text('done'),
    ...over,
  });
  const calls = [
    call('/orders', { limit: 'write' }),
    call('/me', { method: 'delete', limit: 'token' }),
    call('/webhook', { access: 'proves-itself' }),
    call('/token', { access: 'proves-itself', limit: 'token' }),
    call('/tools', { method: 'get' }),
  ];
  mountCalls(past, calls, {
    findPerson: async () => null,
    sessions: { has: () => false },
    rateLimits: null,
    clientAddress: () => 'somewhere',
    closed: () => null,
    asOf: 'event 7',
    minClientVersion: null,
    confirmed: (answer) => answer(),
  });
  const answers = calls.map(async ({ path, method }) => [
    path,
    (await past.request(path, { method: method.toUpperCase() })).status,
  ]);
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    ...{ '/orders': 403, '/me': 403, '/webhook': 403 },
    ...{ '/token': 200, '/tools': 200 },
  });
});
