import type { LiveOrder, LiveParcel } from '@karigar/bff/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { anySignal } from '../api/any-signal.ts';
import { ApiProblem } from '../api/failure.ts';
import { openStream } from '../api/http.ts';

/** What the connection needs from its surroundings. */
export interface LivePorts {
  signal: AbortSignal;
  /** The id of the last message that has been dealt with, or null. */
  lastId(): Promise<string | null>;
  /** News of an order; a packer's of one that is not their own is a LiveParcel. */
  onOrder(news: LiveOrder | LiveParcel, id: string): Promise<void>;
  /**
   * What happened up to the message `id` may have been missed, and does not come any more: this device has never followed
   * the shop before, or was away for too long, or the shop has lost what this device was told. Everything else comes after `lastId`.
   */
  onGap(id: string): Promise<void>;
  /**
   * The shop has no seat for this stream now (429): what pages show has to be asked for. Called at each refusal, so that asking goes on
   * at the pace that the shop names until it opens a stream.
   */
  onRefused(): Promise<void>;
}

/** Silence longer than this (ms) means that the connection is dead: the shop sends heartbeats more often. */
const silenceLimit = 60_000;

/** A connection that ends sooner than this (ms) has not worked: what broke it may break the next one as well. */
const worksAfter = 10_000;

/** The pause (ms) before the next try, with some chance in it so that a restarted shop is not overrun at once. */
export const livePause = (failures: number, chance = Math.random()): number =>
  Math.min(1_000 * 2 ** failures, 60_000) * (0.5 + chance / 2);

/**
 * The pause (ms) before the next try to reach a shop that has not answered for `awayMs`: at most a sixth of that time, so that pages are
 * right again soon after a short outage, and a shop that is away for long is asked seldom.
 */
export const awayPause = (awayMs: number, chance = Math.random()): number =>
  Math.min(Math.max(awayMs / 6, 1_000), 60_000) * (0.5 + chance / 2);

/** Follows the shop's stream until `signal` aborts or the sign-in is over; reconnects where it left off. */
export async function followLive(ports: LivePorts): Promise<void> {
  let failures = 0;
  let awaySince: number | null = null;
  while (!ports.signal.aborted) {
    const tried = performance.now();
    let opened = Number.POSITIVE_INFINITY;
    let asked = 0;
    try {
      await oneConnection(ports, () => {
        opened = performance.now();
      });
    } catch (error) {
      if (error instanceof ApiProblem && [401, 403, 426].includes(error.problem.status)) return;
      if (error instanceof ApiProblem && error.problem.status === 429) {
        await ports.onRefused().catch(() => undefined);
        // Some chance, so that those who were refused together do not come back together.
        asked = (error.retryAfter ?? 60) * 1_000 * (1 + Math.random() / 4);
      }
    }
    if (ports.signal.aborted) return;
    const now = performance.now();
    if (opened === Number.POSITIVE_INFINITY) {
      awaySince ??= tried;
      await pause(Math.max(asked, awayPause(now - awaySince)), ports.signal);
      continue;
    }
    awaySince = null;
    if (now - opened > worksAfter) failures = 0;
    await pause(livePause(failures), ports.signal);
    failures += 1;
  }
}

async function oneConnection(ports: LivePorts, onOpen: () => void): Promise<void> {
  const silence = new AbortController();
  const signal = anySignal([ports.signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceLimit);
  };
  alive();
  try {
    const from = await ports.lastId();
    // The token goes in a header, never in the address.
    const headers = { Accept: 'text/event-stream', ...(from === null ? {} : { 'Last-Event-ID': from }) };
    const body = await openStream('/live', headers, signal, alive);
    onOpen();
    const events = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    // Read by hand: the streams of Safari cannot be iterated over.
    for (let next = await events.read(); !next.done; next = await events.read()) {
      const { event, id = '', data } = next.value;
      if (event === 'order' || event === 'parcel')
        await ports.onOrder(JSON.parse(data) as LiveOrder | LiveParcel, id);
      else if (event === 'resync' || (event === 'ready' && from === null)) await ports.onGap(id);
    }
  } finally {
    clearTimeout(timer);
    // After news that could not be saved, later ones would be of no use.
    silence.abort();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
