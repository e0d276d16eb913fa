import { atLeast, atMost, below, inLargest, type Target } from './target.ts';

const shop = '1,000,000 orders, nine tenths of the events trimmed';

/** What is promised of a shop whose old events have left Redis for the archive, in the order of the report. */
export const archiveTargets: readonly Target[] = [
  {
    what: `${shop}: memory of Redis per order`,
    promise: 'at most 1,600 bytes',
    ...atMost('archive', 'bytesPerOrder', 1_600, ' bytes', 3),
  },
  {
    what: `${shop}: verify, over segments and stream`,
    promise: 'under 120 s',
    ...below('archive', 'verifySeconds', 120, ' s'),
  },
  {
    what: `${shop}: rebuild, shop open`,
    promise: 'in use, and the old read models removed, in under 180 s',
    ...below('archive', 'rebuildSeconds', 180, ' s'),
    reason:
      'The log is read twice, once to build and once to find what the old read models hold, and out of the archive each reading unpacks and ' +
      'checks every segment; the shop uses the new read models after the first.',
  },
  {
    what: 'restore of 1,000,000 orders out of the archive into an empty Redis, verified',
    promise: 'within 300 s',
    ...atMost('archive', 'restoreSeconds', 300, ' s'),
    reason:
      'Events are written one after the other while they are checked, then all read models are built and everything is verified once more out of ' +
      'Redis; the three steps share one processor with Redis.',
  },
  {
    what: 'POST /api/orders, 50 connections, archived and trimmed against the same shop before',
    promise: 'at least 0.9 ×',
    ...atLeast('archive', 'orderRatio', 0.9, ' ×'),
    reason:
      'The archive is read out of Redis, packed and read back on the core that serves the orders, which takes about a twentieth of it.',
  },
  {
    what: 'how far the archive is behind while 50 connections order without a pause, p99',
    promise: 'under 12 s',
    ...below('archive', 'lagP99Seconds', 12, ' s'),
  },
].map(inLargest);
