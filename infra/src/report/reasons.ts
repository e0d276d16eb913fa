const blockedTime =
  'First and largest paint come at 1.2 to 2 s (simulated slow 4G) and nothing shifts; what is missing is the time in which the ' +
  'page’s code blocks a processor that is four times slower. It depends on what else the measuring machine does.';

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
    'The server process is busy all the time. Of what it does, node-redis writes, JSON and zod take about a tenth each; no part ' +
    'stands out any more. At 200 connections, where more orders share a flush, the promise is kept.',
  'append script alone, 50 connections, always flushed':
    'One append is 17 Redis calls inside one script (conditions, chain, document, three sets, two counters) and ten commands ' +
    'in the append-only file where XADD is one. Half of the arguments, a set, two counters and a shorter script brought it from 0.23 ' +
    'to between 0.32 and 0.44, the less the faster the disk; each of the three sets is nearly a tenth of what is left. It still ' +
    'appends twice what one server process asks for.',
  'rebuild of 1,000,000 orders, shop open':
    'The disk: each part of a batch waits for a flush, and those of this disk take up to a second in a bad hour. With Redis’s files ' +
    'in memory it is in use in time, also while people order without a pause.',
  'rebuild of 1,000,000 orders while eight people order without a pause':
    'The disk: each part of a batch waits for a flush, and the table of what kept Redis busy names the long ones (aof-fsync-always). ' +
    'With Redis’s files in memory it is in use in time.',
  'longest time without any order during a rebuild, eight people ordering without a pause':
    'The disk: one flush took 142 ms (aof-fsync-always in Redis’s own latency monitor). Calm for ten seconds before the rebuild, the ' +
    'same people waited 53 ms, which is over the promise already. With Redis’s files in memory the longest pause is 46 ms, 8 ms ' +
    'without a rebuild: what the rebuild itself adds is within the promise.',
  'p99 of the last third of those 10 minutes against the first':
    'Flushes of this disk hold everybody up now and then: the slow minutes are those in which Redis’s own latency monitor names ' +
    'long ones, or the one of the rebuild, which shares two cores with everything else.',
  'returning person on home, server gone, processor 4 × slower':
    'Measured on a processor slowed down four times. What is left is the shop’s code itself; requests begin after the drawing.',
};
