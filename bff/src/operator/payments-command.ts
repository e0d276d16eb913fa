import { comparePayments, type PaymentDifference } from '../payments/compare-payments.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';
import { paymentParts } from './payment-parts.ts';

/**
 * `payments --compare`: the log and the payment provider over a span of time (ms; all of it unless told). A difference is told as soon
 * as it is found, because asking about each payment takes long in a large shop.
 */
export async function payments(
  context: CommandContext,
  { from = 0, to = Date.now() + 1_000 }: { from?: number; to?: number },
): Promise<number> {
  const { output } = context;
  if (from >= to) throw new OperatorError('--from must be before --to.');
  const found: PaymentDifference[] = [];
  for await (const one of comparePayments(await paymentParts(context), { from, to }, context.signal)) {
    found.push(one);
    output.line(`PAYMENT  order ${one.orderId || '-'}  payment ${one.intentId || '-'}  ${one.what}`);
    output.line(`         ${one.advice}.`);
  }
  output.result({ from: isoTime(from), to: isoTime(to), differences: found }, () =>
    output.line(
      found.length === 0
        ? 'The payment provider agrees.'
        : `The payment provider differs in ${found.length === 1 ? 'one point' : `${found.length} points`}.`,
    ),
  );
  return found.length === 0 ? 0 : 1;
}
