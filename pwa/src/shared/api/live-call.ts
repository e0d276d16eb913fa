import { openStream } from './http.ts';

/** Opens the stream of order news, from the message after `lastSeq`. The token goes in a header, never in the address. */
export const openLive = (lastSeq: number | null, signal: AbortSignal) =>
  openStream(
    '/live',
    { Accept: 'text/event-stream', ...(lastSeq === null ? {} : { 'Last-Event-ID': String(lastSeq) }) },
    signal,
  );
