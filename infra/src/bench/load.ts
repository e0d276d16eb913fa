import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { percent, readable, table } from '../measuring/figure.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { startTraffic } from '../measuring/mixed-traffic.ts';
import { runOperator } from '../measuring/operator-run.ts';
import { residentBytes } from '../measuring/process-memory.ts';
import { readStalls, type Stall, watchStalls } from '../measuring/redis-stalls.ts';
import { type LatencyHistogram, median } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';

/** Stalls of Redis from this length on are reported (ms). */
const stallMs = 50;
const parts = ['bff', 'redis', 'simulator', 'emulator'] as const;
const megabyte = 2 ** 20;

/** Browsing, orders, payments, parcels and deletions for ten minutes (or as many as are asked for) at half of what the shop takes, with a rebuild in the middle. */
export const load: Bench = async ({ quick, args: [asked = '10'] }) => {
  const minutes = quick ? 0.2 : Number(asked);
  if (!(minutes > 0)) throw new Error('load takes a number of minutes');
  await using shop = await startShop({ buyers: quick ? 8 : 60, tools: 24 });
  await throughput(shop, quick ? 0.5 : 5);
  const maximum = await throughput(shop, quick ? 2 : 20);
  console.log(`as fast as it goes: ${Math.round(maximum)} actions/s; now ${minutes} minutes at half of that`);
  using undo = new DisposableStack();
  const each = (ms: number, work: () => unknown) => {
    const timer = setInterval(work, ms);
    undo.defer(() => clearInterval(timer));
  };
  const memory = new Map(parts.map((part): [string, number[]] => [part, []]));
  each(quick ? 500 : 5_000, () => {
    for (const part of parts) memory.get(part)?.push(residentBytes(shop.stack.child(part).pid) / megabyte);
  });
  // A renewal that fails shows as refused actions; it must not end the run.
  each(240_000, () => void Promise.allSettled([shop.admin, ...shop.buyers].map((one) => one.renew())));
  await watchStalls(shop.redisUrl, stallMs);
  const ownStalls: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  const endMinute = () => {
    ownStalls.push(delay.max / 1e6);
    delay.reset();
  };
  delay.enable();
  each(60_000, endMinute);
  const begun = Date.now();
  const traffic = startTraffic(shop, maximum / 2);
  await pause(minutes * 30_000);
  console.log('rebuild, while everybody goes on …');
  const rebuild = await runOperator(shop.redisUrl, shop.stack.dataDir, ['rebuild', '--why', 'measurement']);
  await pause(minutes * 30_000);
  await traffic.stop();
  undo.dispose();
  endMinute();
  const stalls = await readStalls(shop.redisUrl);
  const { byAction, byMinute, errors } = traffic;
  for (const error of errors.slice(0, 20)) console.log(`  ${error}`);
  const [early, late] = firstAndLastThird(byMinute);
  const memoryRows = [...memory].map(([process, samples]) => memoryRow(process, samples));
  return {
    title: `${readable(minutes)} minutes of mixed traffic at half of the maximum, a rebuild in the middle`,
    trial: minutes < 10,
    values: {
      errors: errors.length,
      p99EarlyMs: early,
      p99LateMs: late,
      bffGrowth: memoryRows[0]?.growth ?? Number.NaN,
      rebuildCode: rebuild.code,
    },
    tables: [
      table(
        `${readable(traffic.count())} actions, ${traffic.orders()} orders, ${errors.length} errors`,
        [...byAction].map(([action, times]) => ({ action, times: times.count, ...times.cells })),
      ),
      table(
        'Each minute',
        byMinute.map((times, minute) => ({
          minute: minute + 1,
          actions: times.count,
          ...times.cells,
          'longest stall of Redis, ms': worstOf(stalls, begun + minute * 60_000),
          'of the measuring program, ms': ownStalls[minute] ?? 0,
        })),
      ),
      table(
        'Memory (MB)',
        memoryRows.map((row) => ({ ...row, growth: percent(row.growth) })),
      ),
    ],
    notes: [
      `Most that 48 people without a pause got: ${readable(maximum)} actions/s. p99 in the first third ${readable(early)} ms, in the last ${readable(late)} ms.`,
      `The rebuild took ${readable(rebuild.seconds)} s and ended with code ${rebuild.code}.`,
      'Redis keeps every order, and the simulator and the emulator keep all they have seen: these grow with the orders.',
    ],
    wrong:
      errors.length > 0 || rebuild.code !== 0
        ? `${errors.length} errors, and a rebuild that ended with code ${rebuild.code}`
        : undefined,
  };
};

/** How many actions a second people get who never pause. */
async function throughput(shop: MeasuredShop, seconds: number): Promise<number> {
  const traffic = startTraffic(shop, Number.POSITIVE_INFINITY);
  await pause(seconds * 1_000);
  await traffic.stop();
  return traffic.count() / seconds;
}

/** The p99 of the first and of the last third of the minutes; the last minute is rarely whole. */
function firstAndLastThird(byMinute: readonly LatencyHistogram[]): [number, number] {
  const whole = byMinute.length > 1 ? byMinute.slice(0, -1) : byMinute;
  const third = Math.max(1, Math.floor(whole.length / 3));
  const p99 = (some: readonly LatencyHistogram[]) => median(some.map((minute) => minute.percentile(0.99)));
  return [p99(whole.slice(0, third)), p99(whole.slice(-third))];
}

/** How the memory of a process grew. The first quarter warms caches up: what counts is from the second to the last. */
function memoryRow(process: string, all: readonly number[]) {
  const samples = all.filter((size) => !Number.isNaN(size));
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const [from, to] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
  const growth = to / from - 1;
  return { process, 'second quarter': from, 'last quarter': to, growth, most: Math.max(...samples) };
}

/** The longest stall of Redis in the minute that begins at a time (ms since 1970), with its name. */
function worstOf(stalls: readonly Stall[], begun: number): string {
  const inMinute = stalls.flatMap(({ event, history }) =>
    history
      .filter(([second]) => second * 1_000 >= begun && second * 1_000 < begun + 60_000)
      .map(([, ms]) => ({ event, ms })),
  );
  const [worst] = inMinute.sort((a, b) => b.ms - a.ms);
  return worst === undefined ? '' : `${worst.event} ${worst.ms}`;
}
