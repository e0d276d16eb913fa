import type { PastEvents } from '../log/past-events.ts';
import { onScan, type ScanConnection } from '../log/scan-connection.ts';
import * as rebuilding from '../rebuild/rebuild.ts';
import * as verifying from '../verify/verify.ts';

type Past = { readonly past?: PastEvents | undefined };

/** Rebuilds the read models of the shop behind a connection, on a connection of its own. */
export const rebuild = (
  redis: ScanConnection,
  { past, ...options }: NonNullable<Parameters<typeof rebuilding.rebuild>[1]> & Past = {},
): ReturnType<typeof rebuilding.rebuild> =>
  onScan(redis, past, (store) => rebuilding.rebuild(store, options));

/** Verifies the shop behind a connection, on a connection of its own. */
export const verify = (
  redis: ScanConnection,
  { past, ...options }: NonNullable<Parameters<typeof verifying.verify>[1]> & Past = {},
): ReturnType<typeof verifying.verify> => onScan(redis, past, (store) => verifying.verify(store, options));
