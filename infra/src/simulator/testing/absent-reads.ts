import { documentedObjects } from './documented-objects.ts';

/** Fields that Stripe leaves out where they do not apply. */
const optional = new Set(['failure_reason', 'failure_balance_transaction', 'pending_reason', 'decline_code']);
/** What the SDK itself, or a promise, looks for on any answer. */
const ofTheSdk = new Set(['error', 'lastResponse', 'then', 'toJSON', 'deleted']);

/**
 * Wraps an answer so that reading a field which it does not have is noted in `absent`, as `charge.colour`, in the answer's objects
 * and in their parts. Free text of ours, such as metadata, is left alone.
 */
export function watched<T>(value: T, absent: Set<string>, name = ''): T {
  if (Array.isArray(value)) return value.map((one) => watched(one, absent, name)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { object } = value as { object?: unknown };
  const kind = typeof object === 'string' ? object : name;
  const whole = Object.fromEntries(
    Object.entries(value).map(([field, held]) => [field, watched(held, absent, `${kind}.${field}`)]),
  );
  if (documentedObjects[kind] === undefined) return whole as T;
  return new Proxy(whole, {
    get(target, field, receiver) {
      if (typeof field === 'string' && !(field in target) && !optional.has(field) && !ofTheSdk.has(field))
        absent.add(`${kind}.${field}`);
      return Reflect.get(target, field, receiver);
    },
  }) as T;
}
