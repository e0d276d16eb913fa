const blockedTime =
  'First and largest paint come at 1.2 to 2 s (simulated slow 4G) and nothing shifts; what is missing is the time in which the ' +
  'page’s code blocks a processor that is four times slower. It depends on what else the measuring machine does.';

/** Why a promise is missed, by its name in the list of bars; shown in the report only while it is missed. */
export const reasons: Readonly<Record<string, string>> = {
  'Lighthouse mobile performance, home': blockedTime,
  'Lighthouse mobile performance, tools': blockedTime,
  'Lighthouse mobile performance, purchase': blockedTime,
  'Lighthouse mobile performance, My Orders': blockedTime,
  'GET /api/tools, one BFF process':
    'Each answer carries the headers of every answer of the API (security, request id) and is counted for the metrics, ' +
    'which bare Hono does not do; and Node’s own HTTP code is slower in a process that also speaks to Redis, Firebase and ' +
    'Stripe, as more kinds of objects pass through it. Answered by the usual layers instead of the catalogue lane it was half ' +
    'of that; as one buffer instead of a text it is a tenth more.',
  'POST /api/orders, one process, 50 connections, always flushed':
    'The server process is busy all the time. Of what it does, node-redis writes, JSON and zod take about a tenth each; no part ' +
    'stands out any more. At 200 connections, where more orders share a flush, the promise is kept.',
  'append script alone, 50 connections, always flushed':
    'One append is 17 Redis calls inside one script (conditions, chain, document, three sets, two counters) and ten commands ' +
    'in the append-only file where XADD is one. Half of the arguments, a set, two counters and a shorter script brought it from 0.23 ' +
    'to between 0.32 and 0.44, the less the faster the disk; each of the three sets is nearly a tenth of what is left. It still ' +
    'appends twice what one server process asks for.',
  'rebuild of 1,000,000 orders, shop open':
    'On these two cores the rebuild, Redis and eight people who order all the time (250,000 orders meanwhile) share the processors. ' +
    'Machines differ by more than what is missing: verify, which writes nothing, took 191 s in this run, 173 s in one some hours ' +
    'earlier, and 135 s when the whole rebuild with the removal of the old models took 155 s.',
  'longest time without any order during that rebuild':
    'The disk, and a busy machine. Redis’s own latency monitor names flushes (aof-fsync-always) of up to 787 ms; without a rebuild ' +
    'the longest flush held orders up for 327 ms on the same disk. With Redis’s files in memory 99 % of the orders are answered ' +
    'within 20 ms, and the longest pause is longer than the longest order: then the measuring program itself had no processor.',
  'p99 of the last third of those 10 minutes against the first':
    'Flushes of this disk hold everybody up now and then: the slow minutes are those in which Redis’s own latency monitor names ' +
    'long ones, or the one of the rebuild, which shares two cores with everything else.',
  'verify of 1,000,000 orders':
    'The machine was slower in this run than in those before (135 and 173 s) with nearly the same code.',
  'repeat visit, server gone':
    'Measured on a processor slowed down four times. What is left is the shop’s code itself; requests begin after the drawing.',
};
