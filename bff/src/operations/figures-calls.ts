import { daysFrom, type OrderLog, type ShopClock, shiftDay } from '@karigar/events';
import { currency } from '../contracts/money.ts';
import type { SalesOfDay } from '../contracts/shop.ts';
import type { Handlers } from '../http/call.ts';
import { type CsvColumns, csvAnswer } from '../http/csv-stream.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { deletedTool } from '../tools/tool-records.ts';

/** How many best sellers and tools that run out are listed. */
const listed = 10;
/** A tool that lasts longer is not running out. */
const soonDays = 60;
/** A tool with stock for fewer than this many minimum orders is low. */
const lowBelowOrders = 5;
const mostLow = 20;

/** Makes the calls with the figures of the shop, for admins. They read figures by day and tool, so they cost the same at any number of orders. */
export function figuresCalls({ log, catalogue }: { log: OrderLog; catalogue: Catalogue }, clock: ShopClock) {
  /** Sales of some days in units of the currency. */
  const salesOf = async (days: readonly string[]): Promise<SalesOfDay[]> =>
    (await log.sales(days)).map((sales) => ({ ...sales, givenBack: sales.givenBack / 100 }));
  return {
    async 'GET /stats'() {
      const [totals, asked, { tools }] = await Promise.all([
        log.totals(),
        log.orders({ asked: true, limit: 0 }),
        catalogue.snapshot(),
      ]);
      const low = tools
        .filter((tool) => tool.availableQuantity < tool.minOrderQuantity * lowBelowOrders)
        .sort((a, b) => a.availableQuantity / a.minOrderQuantity - b.availableQuantity / b.minOrderQuantity)
        .slice(0, mostLow);
      const { revenue, givenBack, awaitingPayment, ...orders } = totals;
      return {
        orders: { ...orders, cancelAsked: asked.total },
        revenue: (revenue * 100 - givenBack) / 100,
        givenBack: givenBack / 100,
        awaitingPayment,
        lowStock: low.map(({ _id, name, availableQuantity, minOrderQuantity }) => ({
          ...{ _id, name, availableQuantity, minOrderQuantity },
        })),
      };
    },

    async 'GET /sales'({ query: { from, to } }) {
      const span = daysFrom(from, to);
      const [days, sold, totals, { byId }, now] = await Promise.all([
        salesOf(daysFrom(shiftDay(from, -span.length), to)),
        log.soldTools(span),
        log.totals(),
        catalogue.snapshot(),
        log.now(),
      ]);
      const best = [...sold]
        .sort(([, a], [, b]) => b.pieces - a.pieces || b.money - a.money)
        .slice(0, listed);
      const bestSellers = best.map(async ([_id, of]) => {
        const tool = byId.get(_id) ?? (await deletedTool(log, _id));
        return { _id, name: tool?.name ?? _id, ...of };
      });
      // Nothing was sold yet on days that are still to come.
      const passed = span.filter((day) => day <= clock.dayOf(now)).length;
      const runningOut = [...sold].flatMap(([_id, { pieces }]) => {
        const tool = byId.get(_id);
        if (tool === undefined) return [];
        const { name, availableQuantity } = tool;
        const daysLeft = Math.floor((availableQuantity * passed) / pieces);
        return daysLeft > soonDays
          ? []
          : [{ _id, name, availableQuantity, perDay: pieces / passed, daysLeft }];
      });
      const { unpaid, paid, shipped, refunded, deleted } = totals;
      return {
        before: days.slice(0, span.length),
        days: days.slice(span.length),
        bestSellers: await Promise.all(bestSellers),
        runningOut: runningOut.sort((a, b) => a.daysLeft - b.daysLeft).slice(0, listed),
        orders: { unpaid, paid, shipped, refunded, deleted },
      };
    },

    async 'GET /sales.csv'({ c, query: { from, to } }) {
      async function* pages() {
        yield await salesOf(daysFrom(from, to));
      }
      return csvAnswer(c, `sales-${from}-${to}.csv`, columns, pages());
    },
  } satisfies Partial<Handlers>;
}

const columns: CsvColumns<SalesOfDay> = {
  day: null,
  ordersPlaced: ({ placed }) => placed,
  ordersPaid: ({ paid }) => paid,
  money: null,
  refunds: ({ givenBack }) => givenBack,
  currency,
};
