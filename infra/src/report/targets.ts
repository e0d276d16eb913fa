import type { Figure } from '../measuring/figure.ts';
import { archiveTargets } from './archive-targets.ts';
import { faultTargets } from './fault-targets.ts';
import { atLeast, atMost, below, inLargest, largest, say, type Target, tidy, value } from './target.ts';

const blockedTime =
  'What is missing is the time in which the page’s code blocks a processor that is four times slower. It depends on what else the ' +
  'measuring machine does.';

/** What is promised of the operator's work in the largest shop. */
const operatorTargets = [
  {
    what: 'rebuild of 1,000,000 orders, shop open',
    promise: 'under 120 s',
    ...below('operators', 'openInUseSeconds', 120),
    measured: say`in use after ${'openInUseSeconds'} s, at ${'openPerSecond'} orders/s`,
    reason:
      'The disk: each part of a batch waits for a flush, and those of this disk are slow in a bad hour. With Redis’s files ' +
      'in memory it is in use in time, also while people order without a pause.',
  },
  {
    what: 'rebuild of 1,000,000 orders while eight people order without a pause',
    promise: 'under 120 s',
    ...below('operators', 'inUseSeconds', 120),
    measured: say`in use after ${'inUseSeconds'} s, at ${'perSecond'} orders/s`,
    reason:
      'The disk: each part of a batch waits for a flush, and the table of what kept Redis busy names the long ones (aof-fsync-always). ' +
      'With Redis’s files in memory it is in use in time.',
  },
  {
    what: 'longest time without any order during a rebuild, eight people ordering without a pause',
    promise: 'under 50 ms',
    ...below('operators', 'writePauseMs', 50),
    measured(figure: Figure) {
      const memory = tidy(value(figure, 'memoryPauseMs'));
      const own = memory === null ? '' : `; ${memory} ms with Redis’s files in memory`;
      const said = say`${'writePauseMs'} ms (${'calmPauseMs'} ms without a rebuild`(figure);
      return said && `${said}${own})`;
    },
    reason:
      'The disk: nobody orders while Redis waits for a flush (aof-fsync-always in its own latency monitor), also without a rebuild. ' +
      'What the rebuild itself adds shows with Redis’s files in memory.',
  },
  {
    what: 'verify of 1,000,000 orders',
    promise: 'under 180 s',
    ...below('operators', 'verifySeconds', 180, ' s'),
  },
].map(inLargest);

/** Every promise that a number decides, in the order of the report. */
export const targets: readonly Target[] = [
  {
    what: 'GET /api/tools, one BFF process',
    promise: 'at least 0.8 × bare Hono answering the same bytes',
    ...atLeast('catalogue', 'ratio', 0.8, ' ×'),
    reason:
      'Each answer carries the headers of every answer of the API (security, request id) and is counted for the metrics, which ' +
      'bare Hono does not do; and Node’s own HTTP code is slower in a process that also speaks to Redis, Firebase and Stripe, as ' +
      'more kinds of objects pass through it.',
  },
  {
    what: 'POST /api/orders, one process, 50 connections, always flushed',
    promise: 'at least 0.25 × bare Hono JSON POST with zod',
    ...atLeast('orders', 'ratio50', 0.25, ' ×'),
    reason:
      'The server process is busy all the time. Writes of node-redis, JSON and zod share its time, and no part stands out; ' +
      'with more connections, more orders share a flush. Sealing the person takes an eighth of it.',
  },
  {
    what: 'POST /api/orders, 50 connections, p99',
    promise: 'under 50 ms',
    ...below('orders', 'p99_50', 50, ' ms'),
  },
  {
    what: 'POST /api/orders, 50 connections, each answer waits for one replica',
    promise: 'at least 0.6 × without',
    ...atLeast('replicas', 'ratio50_1', 0.6, ' ×'),
  },
  {
    what: 'append script alone, 50 connections, always flushed',
    promise: 'at least 0.4 × plain XADD',
    ...atLeast('append', 'ratio50', 0.4, ' ×'),
    reason:
      'One append is many Redis calls inside one script (conditions, chain, document, three sets, two counters) and several commands ' +
      'in the append-only file, where XADD is one of each. The faster the disk, the more these calls count.',
  },
  ...faultTargets,
  {
    what: 'slowest search for a customer among 100,000, p99',
    promise: 'under 50 ms',
    ...below('customers', 'slowestSearchP99', 50, ' ms'),
  },
  ...operatorTargets,
  {
    what: 'memory per order with its events',
    promise: 'at most 3,000 bytes',
    ...atMost('operators', 'bytesPerOrder', 3_000, ' bytes', 3),
  },
  inLargest({
    what: 'memory of each operator’s command at 1,000,000 orders',
    promise: 'under 1 GB',
    ...below('operators', 'peakMegabytes', 1024, ' MB'),
  }),
  ...archiveTargets,
  ...(['myOrders', 'manageOrders'] as const).map(
    (key): Target => ({
      what: `first page of ${key === 'myOrders' ? 'My Orders' : 'Manage Orders'} at 1,000,000 orders`,
      promise: 'p99 within 2 × of that at 1,000',
      ...atMost('order-pages', `${key}RatioAt${largest}`, 2, ' ×'),
    }),
  ),
  {
    what: 'first page of Sales, a year, at 1,000,000 orders, p50',
    promise: 'under 50 ms',
    ...below('order-pages', `salesP50At${largest}`, 50, ' ms'),
  },
  {
    what: 'home page, first load: JavaScript over the network',
    promise: 'at most 160 kB in all',
    ...atMost('pages', 'home_first_scriptKilobytes', 160, ' kB', 3),
  },
  ...(['home', 'tools'] as const).map(
    (key): Target => ({
      what: `first visit of ${key} at 400 kbit/s and 400 ms, processor 4 × slower: name and picture of the first tool`,
      promise: 'on the screen within 4 s',
      ...atMost('pages', `${key}_firstToolMs`, 4000, ' ms'),
    }),
  ),
  ...(['home', 'tools', 'tool'] as const).map(
    (key): Target => ({
      what: `Lighthouse mobile performance of a first visit, ${key === 'tool' ? 'a tool’s page' : key}`,
      promise: 'at least 95',
      ...atLeast('lighthouse', `${key}_performance`, 95),
      reason: blockedTime,
    }),
  ),
  {
    what: 'Lighthouse accessibility and best practices of all five, SEO of the public ones',
    promise: '100',
    figure: 'lighthouse',
    measured: ({ values }) => String(Math.min(...qualityScores(values))),
    met: ({ values }) => qualityScores(values).every((score) => score === 100),
  },
  ...(['home', 'purchase', 'myOrders'] as const).flatMap((key) =>
    (['answering', 'hanging', 'gone'] as const).map(
      (server): Target => ({
        what: `returning person on ${key === 'myOrders' ? 'My Orders' : key}, server ${server}, processor 4 × slower`,
        promise: 'content on screen within 1 s',
        ...atMost('offline-start', `${key}_${server}Ms`, 1000, ' ms'),
        reason:
          'Measured on a processor slowed down four times. What is left is the shop’s code itself; requests begin after the drawing.',
      }),
    ),
  ),
  {
    what: '10 minutes of mixed traffic at half of the maximum',
    promise: 'no error',
    figure: 'load',
    measured: say`${'errors'} errors`,
    met: (figure) => value(figure, 'errors') === 0 && value(figure, 'rebuildCode') === 0,
  },
  {
    what: 'p99 of the last third of those 10 minutes against the first',
    promise: 'stable: within 2 ×',
    figure: 'load',
    measured: say`${'p99EarlyMs'} ms, then ${'p99LateMs'} ms`,
    met: (figure) => value(figure, 'p99LateMs') <= 2 * value(figure, 'p99EarlyMs'),
    reason:
      'Flushes of this disk hold everybody up now and then: the slow minutes are those in which Redis’s own latency monitor names ' +
      'long ones, or the one of the rebuild, which shares two cores with everything else.',
  },
  {
    what: 'memory of the BFF over those 10 minutes',
    promise: 'flat: it grows by less than 10 %',
    ...below('load', 'bffGrowth', 0.1),
    measured(figure) {
      const growth = tidy(value(figure, 'bffGrowth') * 100);
      return growth && `${growth} %`;
    },
  },
  {
    what: 'memory of the server process after a plain start',
    promise: 'under 160 MB',
    ...below('memory', 'startMegabytes', 160, ' MB'),
  },
  {
    what: 'memory of the server process after sixty picture uploads and a minute of load',
    promise: 'under 250 MB',
    ...below('memory', 'busyMegabytes', 250, ' MB'),
  },
];

function qualityScores(values: Figure['values']): number[] {
  const named = Object.entries(values).filter(
    ([key]) => /_(accessibility|best-practices)$/.test(key) || /^(home|tools|tool)_seo$/.test(key),
  );
  return named.map(([, score]) => score);
}
