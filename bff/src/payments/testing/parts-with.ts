import type { OrderLog } from '@karigar/events';
import type { PaymentParts } from '../payment-parts.ts';
import type { PaymentGateway } from '../stripe-gateway.ts';

type Method = keyof OrderLog | keyof PaymentGateway | 'run';
/** Stands in for a method: may make the real `call`, before or after something else. */
type Instead = (call: (...args: unknown[]) => unknown, args: readonly unknown[]) => unknown;

/** The payment parts of a process in which one method of the log, the provider or the records (`run`) goes through `instead`. */
export function partsWith(parts: PaymentParts, method: Method, instead: Instead): PaymentParts {
  const replaced = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === 'redis') return replaced(value as object);
        if (typeof value !== 'function') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        return name === method ? (...args: unknown[]) => instead(call, args) : call;
      },
    });
  return {
    ...parts,
    log: replaced(parts.log),
    gateway: replaced(parts.gateway),
    background: replaced(parts.background),
  };
}

/** The end of a process. */
export class Crash extends Error {}

/** The payment parts of a process that dies just before the named call, its first of which `when` is true: nothing happens after it. */
export const dyingBefore = (
  parts: PaymentParts,
  step: Method,
  when: (args: readonly unknown[]) => boolean = () => true,
): PaymentParts =>
  partsWith(parts, step, (call, args) =>
    when(args) ? Promise.reject(new Crash(`died before ${step}`)) : call(...args),
  );
