const blockedTime =
  'What is missing is the time in which the page’s code blocks a processor that is four times slower. It depends on what else the ' +
  'measuring machine does.';

/** Why a promise is missed, by its name in the list of targets; shown in the report only while it is missed. */
export const reasons: Readonly<Record<string, string>> = {
  'Lighthouse mobile performance of a first visit, home': blockedTime,
  'Lighthouse mobile performance of a first visit, tools': blockedTime,
  'Lighthouse mobile performance of a first visit, a tool’s page': blockedTime,
  'GET /api/tools, one BFF process':
    'Each answer carries the headers of every answer of the API (security, request id) and is counted for the metrics, which ' +
    'bare Hono does not do; and Node’s own HTTP code is slower in a process that also speaks to Redis, Firebase and Stripe, as ' +
    'more kinds of objects pass through it.',
  'POST /api/orders, one process, 50 connections, always flushed':
    'The server process is busy all the time. Writes of node-redis, JSON and zod share its time, and no part stands out; ' +
    'with more connections, more orders share a flush. Sealing the person takes an eighth of it.',
  'append script alone, 50 connections, always flushed':
    'One append is many Redis calls inside one script (conditions, chain, document, three sets, two counters) and several commands ' +
    'in the append-only file, where XADD is one of each. The faster the disk, the more these calls count.',
  'rebuild of 1,000,000 orders, shop open':
    'The disk: each part of a batch waits for a flush, and those of this disk are slow in a bad hour. With Redis’s files ' +
    'in memory it is in use in time, also while people order without a pause.',
  'rebuild of 1,000,000 orders while eight people order without a pause':
    'The disk: each part of a batch waits for a flush, and the table of what kept Redis busy names the long ones (aof-fsync-always). ' +
    'With Redis’s files in memory it is in use in time.',
  'longest time without any order during a rebuild, eight people ordering without a pause':
    'The disk: nobody orders while Redis waits for a flush (aof-fsync-always in its own latency monitor), also without a rebuild. ' +
    'What the rebuild itself adds shows with Redis’s files in memory.',
  'restore of 1,000,000 orders out of the archive into an empty Redis, verified':
    'Events are written one after the other while they are checked, then all read models are built and everything is verified once more out of ' +
    'Redis; the three steps share one processor with Redis.',
  '1,000,000 orders, nine tenths of the events trimmed: rebuild, shop open':
    'The log is read twice, once to build and once to find what the old read models hold, and out of the archive each reading unpacks and ' +
    'checks every segment; the shop uses the new read models after the first.',
  'POST /api/orders, 50 connections, archived and trimmed against the same shop before':
    'The archive is read out of Redis, packed and read back on the core that serves the orders, which takes about a twentieth of it.',
  'p99 of the last third of those 10 minutes against the first':
    'Flushes of this disk hold everybody up now and then: the slow minutes are those in which Redis’s own latency monitor names ' +
    'long ones, or the one of the rebuild, which shares two cores with everything else.',
  'returning person on home, server gone, processor 4 × slower':
    'Measured on a processor slowed down four times. What is left is the shop’s code itself; requests begin after the drawing.',
};
