import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerRequest, type S3Answer, withOtherBit } from './answer-request.ts';
import { openBucket } from './bucket.ts';
import { type Effect, type Fault, orderedFaults } from './faults.ts';
import { inXml } from './list-objects.ts';
import { S3Error } from './s3-error.ts';
import { type Account, checkSignature, type SignedParts } from './signature.ts';

/** What a simulator is started with. */
export interface SimulatorOptions extends Account {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** The one bucket that it has. */
  readonly bucket: string;
  /** Where objects outlive the process; null for memory. */
  readonly folder: string | null;
  /** The most keys on a page of a listing. */
  readonly pageSize: number;
}

/** One more than the largest object of the shop. */
const maxBodyBytes = 33 * 1024 * 1024;
/** Of the requests so many are remembered: enough for any test. */
const mostRequests = 10_000;

/** Starts the simulator and answers its address and how to end it. */
export async function startS3Simulator(options: SimulatorOptions) {
  const bucket = openBucket(options.folder);
  const faults = orderedFaults();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const handled = url.startsWith('/-/')
      ? control(request, response)
      : serve(request, response, url).catch((error: unknown) => refuse(response, error));
    handled.catch((error: unknown) => response.writeHead(400).end(String(error)));
  });

  async function serve(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    const body = await bodyOf(request);
    const [path = '', query = ''] = url.split('?', 2);
    const { method = 'GET' } = request;
    const headers = request.headers as Record<string, string | undefined>;
    const [, bucketName = '', ...rest] = path.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const parts: SignedParts & { key: string } = { method, path, query, headers, body, key };
    requests.push(`${method} ${key}`);
    if (requests.length > mostRequests) requests.shift();
    const fault = faults.meet(method, key);
    const effect = fault?.effect;
    if (fault?.effect === 'slow') await delay(fault.ms ?? 1_000);
    if (effect === 'reset') return void request.socket.destroy();
    throwOrdered(effect);
    checkSignature(parts, options, Date.now());
    if (bucketName !== options.bucket) throw new S3Error(404, 'NoSuchBucket', 'There is no such bucket.');
    const lies = {
      unkept: effect === 'unkept',
      keptOtherwise: effect === 'kept-otherwise',
      keys: effect === 'old-listing' ? (fault?.keysThen ?? null) : null,
    };
    const answer = answerRequest(parts, bucket, { pageSize: options.pageSize, lies });
    if (effect === 'lost') return void request.socket.destroy();
    send(response, method, answer, effect);
  }

  /** The control address: `/-/faults` and `/-/requests`, for whoever knows the secret. */
  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.headers.authorization !== `Bearer ${options.secret}`)
      return void response.writeHead(403).end();
    const asked = `${request.method} ${request.url}`;
    if (asked === 'POST /-/faults') faults.order(JSON.parse(body.toString()) as Fault, bucket.keys());
    else if (asked === 'DELETE /-/faults') faults.clear();
    else if (asked === 'DELETE /-/requests') requests.length = 0;
    else if (asked === 'GET /-/requests') return void response.end(JSON.stringify(requests));
    else return void response.writeHead(404).end();
    response.writeHead(204).end();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBodyBytes) throw new S3Error(400, 'EntityTooLarge', 'The object is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Refuses as S3 does when it is busy, when two writers meet, when a key may not do something, and when it fails. */
function throwOrdered(effect: Effect | undefined): void {
  if (effect === 'busy') throw new S3Error(503, 'SlowDown', 'Reduce your request rate.');
  if (effect === 'conflict')
    throw new S3Error(409, 'ConditionalRequestConflict', 'Another write of this name is under way.');
  if (effect === 'denied') throw new S3Error(403, 'AccessDenied', 'This key may not do that.');
  if (effect === 'error') throw new S3Error(500, 'InternalError', 'Please try again.');
}

function send(response: ServerResponse, method: string, answer: S3Answer, effect?: Effect): void {
  const { status, headers } = answer;
  const half = answer.body.subarray(0, Math.floor(answer.body.length / 2));
  let body = answer.body;
  if (effect === 'short') body = half;
  if (effect === 'wrong-bytes') body = withOtherBit(body);
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': body.length }) });
  if (method === 'HEAD') return void response.end();
  if (effect !== 'cut-off') return void response.end(body);
  response.write(half, () => response.destroy());
}

function refuse(response: ServerResponse, error: unknown): void {
  const known = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${known.code}</Code><Message>${inXml(known.message)}</Message></Error>`;
  send(response, response.req.method ?? 'GET', {
    status: known.status,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(xml),
  });
}
