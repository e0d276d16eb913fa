import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem, NoAnswerError } from './failure.ts';
import { type Credentials, lendCredentials, onClientTooOld, request } from './http.ts';
import { noteSilence, reachability } from './reachability.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    status,
    { type: 'about:blank', title: 'No', detail: 'The reason', status, code, requestId: 'r1' },
    headers,
  );

let answers: (Response | Error)[] = [];
let calls: { url: string; init: RequestInit }[] = [];
let token: string | null = 'old';
const lend = (given: Partial<Credentials> = {}) =>
  lendCredentials({
    token: () => token,
    holder: () => 'u1',
    renew: () => Promise.resolve(false),
    erased: () => Promise.resolve(),
    ...given,
  });

beforeEach(() => {
  answers = [];
  calls = [];
  token = 'old';
  lend();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const bearer = (call: number) => new Headers(calls[call]?.init.headers).get('Authorization');

test('a call goes below /api with the token and leaves out empty filters', async () => {
  answers = [json(200, [1])];
  const reply = await request('/orders', { query: { search: '', status: 'pending', limit: undefined } });
  expect(reply.body).toEqual([1]);
  expect(calls[0]?.url).toBe('/api/orders?status=pending');
  expect(bearer(0)).toBe('Bearer old');
});

test('a public call carries no token', async () => {
  answers = [json(200, [])];
  await request('/tools', { auth: 'none' });
  expect(bearer(0)).toBeNull();
});

test('a call in the name of a person is not sent when nobody is signed in', async () => {
  token = null;
  await expect(request('/orders')).rejects.toMatchObject({ problem: { code: 'UNAUTHENTICATED' } });
  expect(calls).toEqual([]);
});

test('a refused token is renewed once and the call repeated', async () => {
  const renew = vi.fn(async () => {
    token = 'new';
    return true;
  });
  lend({ renew });
  answers = [problem(401, 'UNAUTHENTICATED'), json(200, 'fine')];
  expect((await request('/orders')).body).toBe('fine');
  expect(renew).toHaveBeenCalledWith('old');
  expect(bearer(1)).toBe('Bearer new');
});

test('a second 401 is not renewed again', async () => {
  const renew = vi.fn(() => Promise.resolve(true));
  lend({ renew });
  answers = [problem(401, 'UNAUTHENTICATED'), problem(401, 'UNAUTHENTICATED')];
  await expect(request('/orders')).rejects.toThrow(ApiProblem);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('a refused call is not repeated in the name of somebody who has signed in meanwhile', async () => {
  let holder = 'u1';
  const renew = () => {
    [token, holder] = ['of another person', 'u2'];
    return Promise.resolve(true);
  };
  lend({ holder: () => holder, renew });
  answers = [problem(401, 'UNAUTHENTICATED'), json(200, 'fine')];
  await expect(request('/reviews', { method: 'POST' })).rejects.toThrow(ApiProblem);
  expect(calls).toHaveLength(1);
});

test('a renewal that reaches nobody is no refusal', async () => {
  lend({ renew: () => Promise.reject(new NoAnswerError('unreachable')) });
  answers = [problem(401, 'UNAUTHENTICATED')];
  await expect(request('/orders')).rejects.toThrow(NoAnswerError);
});

test.each([
  ['PERSON_ERASED', [['u1']]],
  ['SIGN_IN_TOO_OLD', []],
])('%s needs the person, no new token; of an erasure the session hears', async (code, heard) => {
  const renew = vi.fn(() => Promise.resolve(true));
  const erased = vi.fn(() => Promise.resolve());
  lend({ renew, erased });
  answers = [problem(401, code)];
  await expect(request('/orders')).rejects.toMatchObject({ problem: { code } });
  expect(erased.mock.calls).toEqual(heard);
  expect(renew).not.toHaveBeenCalled();
});

test('a refusal carries its code and the pause that the shop asks for', async () => {
  answers = [problem(429, 'RATE_LIMITED', { 'Retry-After': '12' })];
  await expect(request('/orders')).rejects.toMatchObject({
    problem: { code: 'RATE_LIMITED' },
    retryAfter: 12,
  });
});

test('only a word of the shop itself says that it can be reached', async () => {
  noteSilence();
  answers = [new Response('<html>Welcome to our wifi</html>')];
  await request('/orders').catch(() => undefined);
  expect(reachability().reachable).toBe(false);
  answers = [problem(503, 'UNAVAILABLE')];
  await request('/orders').catch(() => undefined);
  expect(reachability().reachable).toBe(true);
  answers = [new Response('<html>', { status: 502 })];
  await request('/orders').catch(() => undefined);
  expect(reachability().reachable).toBe(false);
});

test('an answer counts also when the browser has no room to note when it came', async () => {
  noteSilence();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
  answers = [json(200, 'fine')];
  expect((await request('/orders')).body).toBe('fine');
  expect(reachability().reachable).toBe(true);
  vi.restoreAllMocks();
});

test.each([
  ['a broken connection', new TypeError('Failed to fetch'), 'unreachable'],
  ['a timeout', new DOMException('late', 'TimeoutError'), 'timeout'],
  ['a page of a captive portal', new Response('<html>Welcome to our wifi</html>'), 'unreadable'],
  ['a page of a gateway', new Response('<html>', { status: 403 }), 'unreadable'],
])('%s is no refusal', async (_what, answer, reason) => {
  answers = [answer];
  await expect(request('/orders')).rejects.toMatchObject({ reason });
});

test('an answer that never comes ends after the limit', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  await expect(request('/tools', { limit: 20 })).rejects.toMatchObject({ reason: 'timeout' });
});

test('a deliberate abort is no failure of the network', async () => {
  answers = [new DOMException('gone', 'AbortError')];
  const left = new AbortController();
  left.abort(new Error('left the page'));
  await expect(request('/orders', { signal: left.signal })).rejects.toThrow('left the page');
});

test('"nothing changed" has no body', async () => {
  answers = [new Response(null, { status: 304, headers: { ETag: '"a"' } })];
  expect(await request('/tools')).toMatchObject({ status: 304, body: undefined });
});

test('a build too old is announced', async () => {
  const heard = vi.fn();
  onClientTooOld(heard);
  answers = [problem(426, 'CLIENT_TOO_OLD')];
  await expect(request('/orders')).rejects.toThrow(ApiProblem);
  expect(heard).toHaveBeenCalledOnce();
});
