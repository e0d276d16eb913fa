import { z } from 'zod';
import { invalidParam } from './stripe-error.ts';

/** Form parameters as Stripe nests them: `metadata[orderId]=o1` becomes `{ metadata: { orderId: 'o1' } }`. */
interface Params {
  [name: string]: string | Params;
}

/**
 * Parses a form body or query string with bracketed names into nested parameters; a list, `expand[]=a` or `expand[0]=a`, becomes
 * parameters named by place. Later values win; names that would reach an object's prototype are dropped.
 */
export function parseForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    if (path.some((part) => part in Object.prototype)) continue;
    let node = root;
    for (const part of path.slice(0, -1)) {
      const next = node[part];
      node = node[part] = typeof next === 'object' ? next : {};
    }
    node[path.at(-1) || String(Object.keys(node).length)] = value;
  }
  return root;
}

/** A text; an empty one would unset a parameter that cannot be unset. */
export const text = z.string().min(1);
/** A text or none. */
export const unsettable = z.string().transform((value) => value || null);
export const integer = text.regex(/^-?\d+$/).transform(Number);
export const list = z.record(z.string(), text).transform((values): string[] => Object.values(values));
/** At most 50 keys of 40 characters with values of 500, as the reference says; a key with an empty value is none. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((values) => Object.keys(values).length <= 50)
  .transform((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value)));

/**
 * Makes what a call takes, of some of the parameters that the SDK names for it, so that one which Stripe takes away breaks the build here.
 * Every other parameter is refused.
 */
export const takes =
  <P>() =>
  <Shape extends z.core.$ZodShape>(shape: Shape & Record<Exclude<keyof Shape, keyof P>, never>) =>
    z.strictObject<Shape>(shape);

/** Parameters that this version of the API refuses with a code of their own. */
const withdrawn: Readonly<Record<string, string>> = {
  payment_method_types: 'payment_method_types_no_longer_supported',
};

/**
 * Checks that each parameter is known and of its kind, as Stripe does before anything else, and reads it. Throws 400 with the parameter's
 * whole name, such as `metadata[orderId]`.
 */
export function readParams<P>(params: Params, accepts: z.ZodType<P>): P {
  const { success, data, error } = accepts.safeParse(params);
  if (success) return data;
  const [issue] = error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const [first = '', ...rest] = [...(issue?.path ?? []), ...unknown].map(String);
  const whole = first + rest.map((part) => `[${part}]`).join('');
  if (unknown.length > 0)
    throw invalidParam(
      `Received unknown parameter: ${whole}`,
      whole,
      withdrawn[whole] ?? 'parameter_unknown',
    );
  const code =
    issue?.code === 'too_small'
      ? 'parameter_invalid_empty'
      : issue?.code === 'invalid_format'
        ? 'parameter_invalid_integer'
        : issue?.code === 'invalid_type' && rest.length === 0 && !(first in params)
          ? 'parameter_missing'
          : undefined;
  throw invalidParam(`Invalid ${whole}: ${issue?.message}`, whole, code);
}
