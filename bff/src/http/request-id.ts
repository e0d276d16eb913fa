import { randomUUID } from 'node:crypto';

const acceptable = /^[\w.:-]{8,64}$/;

/** Takes the caller's `X-Request-Id` when it is a plain short token (so that it cannot forge log lines), else makes a new one. */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && acceptable.test(header) ? header : randomUUID();
