import type { OrderLog } from '@karigar/events';
import { Stats } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** A tool with stock for fewer than this many minimum orders is low. */
const lowBelowOrders = 5;
const listed = 20;

/** Makes the call with the figures of the shop, for admins. */
export function statsCalls({ log, catalogue }: { log: OrderLog; catalogue: Catalogue }): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/stats',
      summary: 'Orders by state, money, and the tools that run low',
      access: 'admin',
      limit: 'read',
      answers: {
        200: {
          description: 'The figures; money in dollars, revenue without what was given back',
          schema: Stats,
        },
      },
      problems: [],
      async handle() {
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
        const givenBack = totals.givenBack / 100;
        return privateJson({
          orders: { unpaid, paid, shipped, refunded, deleted, attention, cancelAsked: asked.total },
          revenue: (totals.revenue * 100 - totals.givenBack) / 100,
          givenBack,
          awaitingPayment,
          lowStock: low.map(({ _id, name, availableQuantity, minOrderQuantity }) => ({
            _id,
            name,
            availableQuantity,
            minOrderQuantity,
          })),
        } satisfies Stats);
      },
    }),
  ];
}
