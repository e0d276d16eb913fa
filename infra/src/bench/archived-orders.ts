import { type DriveResult, drive, mustAnswer } from '../measuring/http-driver.ts';
import { type MeasuredShop, onSeparateCores } from '../measuring/measured-shop.ts';
import { type PairResult, pairedRounds } from '../measuring/paired-rounds.ts';
import { median } from '../measuring/statistics.ts';
import { lagsWhile, untilCaughtUp } from './archive-lag.ts';
import { orderRequests } from './orders.ts';

/** As many as in the bench `orders`, by which that is judged. */
const connections = 50;
/** What is behind the orders of one shop has to be done before the other one is measured (ms). */
const patienceMs = 120_000;

/** A shop that has had nothing to do for half a minute is slow at first. */
const warmUpSeconds = 5;

/** A shop, and the port of its Redis. */
interface ShopOnPort {
  shop: MeasuredShop;
  port: number;
}

/** How orders went in an archived and in a plain shop, and how far the archive was behind. */
export interface ArchivedOrders {
  pair: PairResult;
  /** Median p99 of each (ms). */
  p99: number;
  plainP99: number;
  /** While orders came without a pause (ms). */
  lags: readonly number[];
  /** Orders per second of that load. */
  lagPerSecond: number;
}

/** How long it is measured. */
interface Times {
  rounds: number;
  /** Per round: the archiver has to come at least once. */
  seconds: number;
  lagSeconds: number;
}

/**
 * Has people order in two shops in turns, one with an archive that is written and one as it would be without; then without a pause in the
 * archived one while its lag is watched.
 */
export async function ordersInTurns(
  archived: ShopOnPort,
  plain: ShopOnPort,
  { rounds, seconds, lagSeconds }: Times,
): Promise<ArchivedOrders> {
  const p99s: number[] = [];
  const plainP99s: number[] = [];
  return onSeparateCores(
    [archived.shop, plain.shop].map(({ stack }) => stack.child('bff').pid),
    async () => {
      const pair = await pairedRounds({
        rounds,
        async ours() {
          const result = await order(archived.shop, seconds);
          p99s.push(result.p99);
          await untilCaughtUp(archived.port, true, patienceMs);
          return result.perSecond;
        },
        async yardstick() {
          const result = await order(plain.shop, seconds);
          plainP99s.push(result.p99);
          await untilCaughtUp(plain.port, false, patienceMs);
          return result.perSecond;
        },
      });
      let lagPerSecond = 0;
      const lags = await lagsWhile(archived.port, async () => {
        lagPerSecond = (await order(archived.shop, lagSeconds)).perSecond;
      });
      return { pair, p99: median(p99s), plainP99: median(plainP99s), lags, lagPerSecond };
    },
  );
}

async function order(shop: MeasuredShop, seconds: number): Promise<DriveResult> {
  const result = await drive({
    url: shop.url,
    connections,
    seconds,
    warmUpSeconds,
    request: orderRequests(shop, '/api/orders'),
  });
  mustAnswer(result, 201);
  return result;
}
