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
    'which bare Hono does not do. Answered by the usual layers instead of the catalogue lane it was half of that.',
  'POST /api/orders, one process, 50 connections, always flushed':
    'The server process is busy all the time. Of what it does, node-redis writes, the shared reading of the log for live ' +
    'updates, JSON and zod take about a tenth each; no part stands out any more. At 200 connections, where more orders ' +
    'share a flush, the promise is kept.',
  'append script alone, 50 connections, always flushed':
    'One append is some two dozen Redis calls inside one script (conditions, chain, document, five sets, four counters) ' +
    'and writes two and a half times the bytes of the XADD. Taking away a quarter of the calls changed nothing ' +
    'measurable. It still appends more than one server process can ask for.',
  'rebuild of 1,000,000 orders, shop open':
    'On these two cores the rebuild, Redis and eight people who order all the time share the processors, and each of some ' +
    'six thousand batches waits for its flush to disk. The machine was slower in this run than in one some hours earlier ' +
    '(verify, which writes nothing, took 173 s instead of 135), when the whole command took 155 s.',
  'longest time without any order during that rebuild':
    'It is the disk. Redis’s own latency monitor names flushes (aof-fsync-always) of up to 623 ms; no fork, and no command of ' +
    'more than 33 ms. Without a rebuild the longest flush held orders up for 196 ms on the same disk. 99 % of the ' +
    'orders were answered within 19 ms.',
  'p99 of the last third of those 10 minutes against the first':
    'Half of the minutes stay under 90 ms; in the fourth, ninth and tenth everything stood still for up to a second, also what ' +
    'needs no order. Flushes of this disk take that long now and then (see the rebuild); that it was them here was not seen.',
  'repeat visit, server gone':
    'Measured on a processor slowed down four times. What is left is the shop’s code itself; requests begin after the drawing.',
};
