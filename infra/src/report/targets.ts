import type { Figure } from '../measuring/figure.ts';
import { archiveTargets } from './archive-targets.ts';
import { faultTargets } from './fault-targets.ts';
import { atLeast, atMost, below, largest, ofLargest, say, type Target, tidy, value } from './target.ts';

const untilInUse = (seconds: string, perSecond: string) => (figure: Figure) => {
  const [time, rate] = [tidy(value(figure, seconds)), tidy(value(figure, perSecond))];
  return time === null ? null : `in use after ${time} s, at ${rate} orders/s`;
};

/** Every promise that a number decides, in the order of the report. */
export const targets: readonly Target[] = [
  {
    what: 'GET /api/tools, one BFF process',
    promise: 'at least 0.8 × bare Hono answering the same bytes',
    ...atLeast('catalogue', 'ratio', 0.8, ' ×'),
  },
  {
    what: 'POST /api/orders, one process, 50 connections, always flushed',
    promise: 'at least 0.25 × bare Hono JSON POST with zod',
    ...atLeast('orders', 'ratio50', 0.25, ' ×'),
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
  },
  ...faultTargets,
  {
    what: 'slowest search for a customer among 100,000, p99',
    promise: 'under 50 ms',
    ...below('customers', 'slowestSearchP99', 50, ' ms'),
  },
  {
    what: 'rebuild of 1,000,000 orders, shop open',
    promise: 'under 120 s',
    figure: 'operators',
    measured: ofLargest(untilInUse('openInUseSeconds', 'openPerSecond')),
    met: (figure) => value(figure, 'openInUseSeconds') < 120,
  },
  {
    what: 'rebuild of 1,000,000 orders while eight people order without a pause',
    promise: 'under 120 s',
    figure: 'operators',
    measured: ofLargest(untilInUse('inUseSeconds', 'perSecond')),
    met: (figure) => value(figure, 'inUseSeconds') < 120,
  },
  {
    what: 'longest time without any order during a rebuild, eight people ordering without a pause',
    promise: 'under 50 ms',
    figure: 'operators',
    measured: ofLargest((figure) => {
      const [pause, calm] = [tidy(value(figure, 'writePauseMs')), tidy(value(figure, 'calmPauseMs'))];
      const memory = tidy(value(figure, 'memoryPauseMs'));
      const own = memory === null ? '' : `; ${memory} ms with Redis’s files in memory`;
      return pause === null ? null : `${pause} ms (${calm} ms without a rebuild${own})`;
    }),
    met: (figure) => value(figure, 'writePauseMs') < 50,
  },
  {
    what: 'verify of 1,000,000 orders',
    promise: 'under 180 s',
    figure: 'operators',
    measured: ofLargest(say('verifySeconds', ' s')),
    met: (figure) => value(figure, 'verifySeconds') < 180,
  },
  {
    what: 'memory per order with its events',
    promise: 'at most 3,000 bytes',
    ...atMost('operators', 'bytesPerOrder', 3_000, ' bytes', 3),
  },
  {
    what: 'memory of each operator’s command at 1,000,000 orders',
    promise: 'under 1 GB',
    figure: 'operators',
    measured: ofLargest(say('peakMegabytes', ' MB')),
    met: (figure) => value(figure, 'peakMegabytes') < 1024,
  },
  ...archiveTargets,
  ...(['myOrders', 'manageOrders'] as const).map(
    (key): Target => ({
      what: `first page of ${key === 'myOrders' ? 'My Orders' : 'Manage Orders'} at 1,000,000 orders`,
      promise: 'p99 within 2 × of that at 1,000',
      ...atMost('order-pages', `${key}RatioAt${largest}`, 2, ' ×'),
    }),
  ),
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
      ...atLeast('lighthouse', `${key}_performance`, 95, ''),
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
      }),
    ),
  ),
  {
    what: '10 minutes of mixed traffic at half of the maximum',
    promise: 'no error',
    figure: 'load',
    measured: say('errors', ' errors'),
    met: (figure) => value(figure, 'errors') === 0 && value(figure, 'rebuildCode') === 0,
  },
  {
    what: 'p99 of the last third of those 10 minutes against the first',
    promise: 'stable: within 2 ×',
    figure: 'load',
    measured: (figure) => {
      const [early, late] = [tidy(value(figure, 'p99EarlyMs')), tidy(value(figure, 'p99LateMs'))];
      return early === null ? null : `${early} ms, then ${late} ms`;
    },
    met: (figure) => value(figure, 'p99LateMs') <= 2 * value(figure, 'p99EarlyMs'),
  },
  {
    what: 'memory of the BFF over those 10 minutes',
    promise: 'flat: it grows by less than 10 %',
    figure: 'load',
    measured: (figure) =>
      tidy(value(figure, 'bffGrowth') * 100) && `${tidy(value(figure, 'bffGrowth') * 100)} %`,
    met: (figure) => value(figure, 'bffGrowth') < 0.1,
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
