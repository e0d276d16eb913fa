import { readNumber } from '../contracts/order-number.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';

/** Makes the work of a command about one order, which may be named by its id or its number. */
export const ofOrder =
  (text: string, work: (context: CommandContext, orderId: string) => Promise<number>) =>
  async (context: CommandContext): Promise<number> =>
    work(context, await orderIdFrom(context, text));

/** Finds the id of an order that is named by its id or its number. Throws `OperatorError` when no order has the number. */
async function orderIdFrom(context: CommandContext, text: string): Promise<string> {
  const number = readNumber(text);
  if (number === null) return text;
  const id = await (await context.log()).orderIdAt(number);
  if (id === null) throw new OperatorError(`No order of this shop has the number ${text}.`);
  return id;
}
