import type { openScanConnection } from '@karigar/events';

/** A connection for work through everything that a shop keeps. */
export type Redis = Awaited<ReturnType<typeof openScanConnection>>;
