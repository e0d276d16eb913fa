import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { openBucket, refusal, type S3Answer, withOtherBit } from './bucket.ts';
import { checkSignature, S3Error } from './signature.ts';

/** A fault that was ordered: for requests of a method, for keys that contain a text and end with another, so many times; everything that is left out means any. */
interface Fault {
  effect: string;
  method?: string;
  key?: string;
  ending?: string;
  times?: number;
  /** For `slow`: how long an answer is held back. */
  ms?: number;
}

/** What S3 answers when it is busy, when two writers meet, when a key may not do something, and when it fails. */
const refusals: Readonly<Record<string, ConstructorParameters<typeof S3Error>>> = {
  busy: [503, 'SlowDown', 'Reduce your request rate.'],
  conflict: [409, 'ConditionalRequestConflict', 'Another write of this name is under way.'],
  denied: [403, 'AccessDenied', 'This key may not do that.'],
  error: [500, 'InternalError', 'Please try again.'],
};
/** What a fault makes of a request; the README of this folder describes each. */
const effects = [
  ...Object.keys(refusals),
  ...['slow', 'reset', 'lost', 'unkept', 'kept-otherwise', 'wrong-bytes', 'cut-off', 'short', 'old-listing'],
];
/** Of the requests so many are remembered: enough for any test. */
const mostRequests = 10_000;

const { env } = process;
const need = (name: string): string => {
  const value = env[name] ?? '';
  if (value !== '') return value;
  console.error(`The simulator of an S3 storage needs ${name}.`);
  process.exit(2);
};
const onlyBucket = need('BUCKET');
const account = {
  keyId: need('OBJECTS_KEY_ID'),
  secret: need('OBJECTS_SECRET'),
  region: env.OBJECTS_REGION ?? 'us-east-1',
};
const bucket = openBucket(Number(env.PAGE_SIZE ?? 1_000));
let faults: (Fault & { left: number; keysThen: readonly string[] })[] = [];
const requests: string[] = [];
const server = createServer((request, response) => {
  const url = request.url ?? '/';
  const handled = url.startsWith('/-/')
    ? control(request, response)
    : serve(request, response, url).catch((error: unknown) => send(response, refusal(error)));
  handled.catch((error: unknown) => response.writeHead(400).end(String(error)));
});
server.listen(Number(env.PORT ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`S3 simulator listening on http://127.0.0.1:${port}`);
});

async function serve(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const body = await buffer(request);
  const [path = '', query = ''] = url.split('?', 2);
  const { method = 'GET' } = request;
  const headers = request.headers as Record<string, string | undefined>;
  const [, bucketName = '', ...rest] = path.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const parts = { method, path, query, headers, body };
  requests.push(`${method} ${key}`);
  if (requests.length > mostRequests) requests.shift();
  const fault = faults.find(
    (one) =>
      (one.method ?? method) === method &&
      key.includes(one.key ?? '') &&
      key.endsWith(one.ending ?? '') &&
      one.left > 0,
  );
  if (fault) fault.left -= 1;
  const effect = fault?.effect ?? '';
  if (effect === 'slow') await delay(fault?.ms ?? 1_000);
  if (effect === 'reset') return void request.socket.destroy();
  const refused = refusals[effect];
  if (refused !== undefined) throw new S3Error(...refused);
  checkSignature(parts, account, Date.now());
  if (bucketName !== onlyBucket) throw new S3Error(404, 'NoSuchBucket', 'There is no such bucket.');
  const answer = bucket.answer(key, parts, fault);
  if (effect === 'lost') return void request.socket.destroy();
  send(response, answer, effect);
}

/** The control address: `/-/faults` and `/-/requests`, with the secret. */
async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  if (request.headers.authorization !== `Bearer ${account.secret}`) return void response.writeHead(403).end();
  const asked = `${request.method} ${request.url}`;
  if (asked === 'POST /-/faults') {
    const fault: Fault = JSON.parse(body.toString());
    if (!effects.includes(fault.effect))
      throw new Error(`${fault.effect} is no effect: ${effects.join(', ')}`);
    faults.push({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY, keysThen: bucket.keys() });
  } else if (asked === 'DELETE /-/faults') faults = [];
  else if (asked === 'DELETE /-/requests') requests.length = 0;
  else if (asked === 'GET /-/requests') return void response.end(JSON.stringify(requests));
  else return void response.writeHead(404).end();
  response.writeHead(204).end();
}

function send(response: ServerResponse, answer: S3Answer, effect = ''): void {
  const { status, headers, body: whole = Buffer.alloc(0) } = answer;
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  const body = effect === 'short' ? half : effect === 'wrong-bytes' ? withOtherBit(whole) : whole;
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': body.length }) });
  if (effect === 'cut-off') response.write(half, () => response.destroy());
  else response.end(body);
}
