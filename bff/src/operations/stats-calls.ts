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
      answers: { 200: { description: 'The figures; money in whole dollars', schema: Stats } },
      problems: [],
      async handle({ c }) {
        const [totals, { tools }] = await Promise.all([log.totals(), catalogue.snapshot()]);
        const low = tools
          .filter((tool) => tool.availableQuantity < tool.minOrderQuantity * lowBelowOrders)
          .sort((a, b) => a.availableQuantity / a.minOrderQuantity - b.availableQuantity / b.minOrderQuantity)
          .slice(0, listed);
        const { revenue, awaitingPayment, unpaid, paid, shipped, deleted } = totals;
        return privateJson(c, {
          orders: { unpaid, paid, shipped, deleted },
          revenue,
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
