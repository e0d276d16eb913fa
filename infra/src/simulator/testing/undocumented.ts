import { documentedObjects, type FieldKind, freeParts } from './documented-objects.ts';

/**
 * What of an answer is not as Stripe documents it: fields that the reference does not name, and values of another kind, each by its
 * path such as `charge.paid`. Looks into everything that the answer holds. `name` is what it is, by default its own `object`.
 */
export function undocumented(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => undocumented(one, name));
  if (typeof value !== 'object' || value === null) return [];
  const { object } = value as { object?: unknown };
  if (object === 'list') return undocumented((value as { data: unknown }).data);
  const kind = typeof object === 'string' ? object : name;
  const fields = documentedObjects[kind];
  if (!fields) return [`${kind || 'an object'} is not documented`];
  return Object.entries(value).flatMap(([field, held]) => {
    const path = `${kind}.${field}`;
    const wanted = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (wanted === undefined) return [`${path} is not documented`];
    if (!isOfKind(held, wanted)) return [`${path} is not ${wanted}: ${JSON.stringify(held)}`];
    return freeParts.has(field) || isListOfWords(held) ? [] : undocumented(held, path);
  });
}

const isListOfWords = (held: unknown): boolean =>
  Array.isArray(held) && held.every((one) => typeof one === 'string');

function isOfKind(held: unknown, wanted: FieldKind): boolean {
  if (held === null) return wanted.endsWith('?');
  switch (wanted.replace('?', '')) {
    case 'array':
      return Array.isArray(held);
    case 'integer':
      return Number.isInteger(held);
    case 'timestamp':
      // A second of this century, not a millisecond of it.
      return Number.isInteger(held) && Number(held) > 1e9 && Number(held) < 1e10;
    case 'id':
      return typeof held === 'object' || (typeof held === 'string' && /^[a-z]+_\w+$/.test(held));
    case 'object':
      return typeof held === 'object' && !Array.isArray(held);
    default:
      return typeof held === wanted.replace('?', '');
  }
}
