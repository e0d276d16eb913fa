import type { OrderLog } from '@karigar/events';
import type { Stats } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** A tool with stock for fewer than this many minimum orders is low. */
const lowBelowOrders = 5;
const listed = 20;

/** Makes the call with the figures of the shop, for admins. */
export function statsCalls({ log, catalogue }: { log: OrderLog; catalogue: Catalogue }) {
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
        .slice(0, listed);
      const { awaitingPayment, unpaid, paid, shipped, refunded, deleted, attention } = totals;
      return privateJson({
        orders: { unpaid, paid, shipped, refunded, deleted, attention, cancelAsked: asked.total },
        revenue: (totals.revenue * 100 - totals.givenBack) / 100,
        givenBack: totals.givenBack / 100,
        awaitingPayment,
        lowStock: low.map(({ _id, name, availableQuantity, minOrderQuantity }) => ({
          _id,
          name,
          availableQuantity,
          minOrderQuantity,
        })),
      } satisfies Stats);
    },
  } satisfies Partial<Handlers>;
}
