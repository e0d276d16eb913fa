import compat from '@mdn/browser-compat-data' with { type: 'json' };
import { checkedBrowsers } from './oldest-browsers.ts';

/** What stands in MDN's data at a feature: who supports it, and its parts by name. */
export type Feature = Record<string, unknown>;

/** One version range of a browser that has a feature. */
interface Support {
  version_added: string | false;
  version_removed?: string;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
}

export const api = compat.api as Feature;
export const builtins = compat.javascript.builtins as Feature;
export const css = compat.css as unknown as Record<
  'at-rules' | 'properties' | 'selectors' | 'types',
  Feature
>;

/** Gives the part of a feature by its own name, or undefined. */
export const partOf = (feature: unknown, name: string): Feature | undefined =>
  typeof feature === 'object' && feature !== null && Object.hasOwn(feature, name)
    ? ((feature as Feature)[name] as Feature)
    : undefined;

/**
 * Tells which of the oldest browsers lack a feature, as in "firefox has it from 121"; null: all have it, or MDN says nothing of
 * it. What a browser has only behind a flag or under another name, it lacks; what it has in part, it has.
 */
export function lacking(feature: Feature | undefined): string | null {
  const support = partOf(partOf(feature, '__compat'), 'support');
  if (support === undefined) return null;
  const words = Object.entries(checkedBrowsers).flatMap(([browser, oldest]) => {
    const ranges = [support[browser]].flat() as Support[];
    if (ranges.some((range) => isIn(range, oldest))) return [];
    const added = ranges.find(({ version_added }) => version_added !== false)?.version_added;
    return [added === undefined ? `${browser} has it not` : `${browser} has it from ${added}`];
  });
  return words.length === 0 ? null : words.join(', ');
}

function isIn(range: Support | undefined, oldest: string): boolean {
  if (range === undefined || typeof range.version_added !== 'string') return false;
  if (range.flags !== undefined || range.prefix !== undefined || range.alternative_name !== undefined)
    return false;
  const removed = range.version_removed;
  return isUpTo(range.version_added, oldest) && !(removed !== undefined && isUpTo(removed, oldest));
}

/** Whether version `a` is `b` or older; "≤79" counts as 79, and "preview" as newer than all. */
const isUpTo = (a: string, b: string): boolean =>
  a.replace('≤', '').localeCompare(b, 'en', { numeric: true }) <= 0;
