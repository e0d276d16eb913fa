import type { OrderRecord } from '../model/order-record.ts';

/** Every field of a value by its path, such as `sale.city`. */
function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null)
    return new Map([[path, JSON.stringify(value) ?? 'nothing']]);
  const fields = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    for (const [place, text] of fieldsOf(inner, path === '' ? name : `${path}.${name}`))
      fields.set(place, text);
  }
  return fields;
}

/** The fields in which a stored order differs from what the log says, as a sentence; null when it does not. */
export function stateDifference(stored: OrderRecord, expected: OrderRecord): string | null {
  const [found, wanted] = [fieldsOf(stored), fieldsOf(expected)];
  const parts = [...new Set([...wanted.keys(), ...found.keys()])].flatMap((place) => {
    const [is, should] = [found.get(place) ?? 'nothing', wanted.get(place) ?? 'nothing'];
    return is === should ? [] : [`${place.replace(/^state\./, '')} is ${is}, the log says ${should}`];
  });
  return parts.length === 0 ? null : parts.join('; ');
}
