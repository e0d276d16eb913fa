import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keepFigure, percent, readable } from '../measuring/figure.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { startTraffic, type Traffic } from '../measuring/mixed-traffic.ts';
import { type OperatorRun, runOperator } from '../measuring/operator-run.ts';
import { residentBytes } from '../measuring/process-memory.ts';
import { readStalls, type Stall, watchStalls } from '../measuring/redis-stalls.ts';
import { type LatencyHistogram, median } from '../measuring/statistics.ts';

const help = `npm run load -- [--minutes M] [--quick]

Browsing, orders, payments, parcels and deletions at half of what the shop can take, with a rebuild in the middle.
  --minutes M   how long (default: 10)
  --quick       a trial of some seconds
Ends with code 1 on any error.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const quick = values.quick;
/** Stalls of Redis from this length on are reported (ms). */
const stallMs = 50;
const minutes = quick ? 0.2 : Number(values.minutes ?? 10);
if (!(minutes > 0)) throw new Error('--minutes takes a number');
const parts = ['bff', 'redis', 'simulator', 'emulator'] as const;
type Part = (typeof parts)[number];

const failed = await withShop({ buyers: quick ? 8 : 60, tools: 24 }, async (shop) => {
  const maximum = await measureMaximum(shop, quick ? 2 : 20);
  console.log(`as fast as it goes: ${Math.round(maximum)} actions/s; now ${minutes} minutes at half of that`);
  const memory = new Map<Part, number[]>(parts.map((part) => [part, []]));
  const sample = () => {
    for (const part of parts) memory.get(part)?.push(residentBytes(shop.stack.child(part).pid));
  };
  const sampling = setInterval(sample, quick ? 500 : 5000);
  // A renewal that fails shows as refused actions; it must not end the run.
  const renewing = setInterval(
    () => void Promise.allSettled([shop.admin, ...shop.buyers].map((one) => one.renew())),
    240_000,
  );
  const redisPort = Number(new URL(shop.redisUrl).port);
  await watchStalls(redisPort, stallMs);
  const ownStalls: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  const endMinute = () => {
    ownStalls.push(delay.max / 1e6);
    delay.reset();
  };
  delay.enable();
  const minute = setInterval(endMinute, 60_000);
  const begun = Date.now();
  const traffic = startTraffic(shop, maximum / 2);
  await pause(minutes * 30_000);
  console.log('rebuild, while everybody goes on …');
  const rebuild = await runOperator(shop.redisUrl, shop.stack.dataDir, ['rebuild', '--why', 'measurement']);
  await pause(minutes * 30_000);
  await traffic.stop();
  clearInterval(sampling);
  clearInterval(renewing);
  clearInterval(minute);
  endMinute();
  const stalls = { redis: await readStalls(redisPort), begun, own: ownStalls };
  report(traffic, maximum, memory, rebuild, stalls);
  return traffic.errors.length > 0 || rebuild.code !== 0;
});
process.exit(failed ? 1 : 0);

async function measureMaximum(shop: MeasuredShop, seconds: number): Promise<number> {
  const warmUp = startTraffic(shop, Number.POSITIVE_INFINITY);
  await pause(seconds * 250);
  await warmUp.stop();
  const traffic = startTraffic(shop, Number.POSITIVE_INFINITY);
  await pause(seconds * 1000);
  await traffic.stop();
  return [...traffic.byAction.values()].reduce((sum, times) => sum + times.count, 0) / seconds;
}

/** What stalled: Redis by its own latency monitor, from `begun` (ms since 1970) on, and this program's event loop per minute (ms). */
interface Stalls {
  redis: readonly Stall[];
  begun: number;
  own: readonly number[];
}

/** The longest stall of Redis in a minute, with its name. */
function worstOf({ redis, begun }: Stalls, minute: number): string {
  const all = redis.flatMap(({ event, history }) =>
    history.map(([second, ms]) => ({ event, ms, minute: Math.floor((second * 1000 - begun) / 60_000) })),
  );
  const worst = all.filter((one) => one.minute === minute).sort((a, b) => b.ms - a.ms)[0];
  return worst === undefined ? '' : `${worst.event} ${worst.ms}`;
}

function report(
  traffic: Traffic,
  maximum: number,
  memory: Map<Part, number[]>,
  rebuild: OperatorRun,
  stalls: Stalls,
): void {
  const all = [...traffic.byAction.values()].reduce((sum, times) => sum + times.count, 0);
  // The last minute is rarely whole.
  const whole = traffic.byMinute.length > 1 ? traffic.byMinute.slice(0, -1) : traffic.byMinute;
  const third = Math.max(1, Math.floor(whole.length / 3));
  const p99Of = (part: LatencyHistogram[]) => median(part.map((minute) => minute.percentile(0.99)));
  const [early, late] = [p99Of(whole.slice(0, third)), p99Of(whole.slice(-third))];
  const megabytes = (bytes: number) => readable(bytes / 2 ** 20);
  const growth = new Map<Part, number>();
  const memoryRows = parts.map((part) => {
    const samples = (memory.get(part) ?? []).filter((bytes) => !Number.isNaN(bytes));
    const quarter = Math.max(1, Math.floor(samples.length / 4));
    // The first quarter warms caches up: what counts is from the second to the last.
    const [from, to] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
    growth.set(part, to / from - 1);
    return [part, megabytes(from), megabytes(to), percent(to / from - 1), megabytes(Math.max(...samples))];
  });
  for (const { action, what } of traffic.errors.slice(0, 20)) console.log(`  ${action}: ${what}`);
  keepFigure({
    name: 'load',
    title: `${readable(minutes)} minutes of mixed traffic at half of the maximum, a rebuild in the middle`,
    command: `npm run load -- --minutes ${minutes}`,
    quick: quick || minutes < 10,
    values: {
      maximumPerSecond: maximum,
      actions: all,
      orders: traffic.orders(),
      errors: traffic.errors.length,
      p99EarlyMs: early,
      p99LateMs: late,
      bffGrowth: growth.get('bff') ?? Number.NaN,
      rebuildSeconds: rebuild.seconds,
      rebuildCode: rebuild.code,
    },
    tables: [
      {
        title: `${readable(all)} actions, ${traffic.orders()} orders, ${traffic.errors.length} errors`,
        columns: ['action', 'times', 'p50 ms', 'p99 ms', 'longest ms'],
        rows: [...traffic.byAction].map(([action, times]) => [
          action,
          times.count,
          readable(times.percentile(0.5)),
          readable(times.percentile(0.99)),
          readable(times.max),
        ]),
      },
      {
        title: 'Each minute',
        columns: [
          'minute',
          'actions',
          'p50 ms',
          'p99 ms',
          'longest stall of Redis, ms',
          'of the measuring program, ms',
        ],
        rows: traffic.byMinute.map((times, minute) => [
          minute + 1,
          times.count,
          readable(times.percentile(0.5)),
          readable(times.percentile(0.99)),
          worstOf(stalls, minute),
          readable(stalls.own[minute] ?? 0),
        ]),
      },
      {
        title: 'Memory (MB)',
        columns: ['process', 'second quarter', 'last quarter', 'growth', 'most'],
        rows: memoryRows,
      },
    ],
    notes: [
      `Most that 48 people without a pause got: ${readable(maximum)} actions/s. p99 in the first third ${readable(early)} ms, in the last ${readable(late)} ms.`,
      `The rebuild took ${readable(rebuild.seconds)} s and ended with code ${rebuild.code}.`,
      'Redis keeps every order, and the simulator and the emulator keep all they have seen: these grow with the orders.',
    ],
  });
}
