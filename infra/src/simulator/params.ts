import type { Accepted, Kind } from './accepted-params.ts';
import { invalidParam } from './stripe-error.ts';

/** Form parameters as Stripe nests them: `metadata[orderId]=o1` becomes `{ metadata: { orderId: 'o1' } }`. */
export interface Params {
  [name: string]: string | Params;
}

/**
 * Parses a form body or query string with bracketed names into nested parameters; a list, `expand[]=a` or `expand[0]=a`, becomes
 * parameters named by place. Later values win; names that would reach an object's prototype are dropped.
 */
export function parseForm(text: string): Params {
  const root = emptyParams();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    if (path.includes('__proto__')) continue;
    let node = root;
    for (const part of path.slice(0, -1)) {
      const next = node[part];
      node = node[part] = typeof next === 'object' ? next : emptyParams();
    }
    node[path.at(-1) || String(Object.keys(node).length)] = value;
  }
  return root;
}

const emptyParams = (): Params => Object.create(null) as Params;

/** The text under `name`, or undefined when it is absent or nested. */
export function textParam(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The text under `name`. Throws 400 when there is none. */
export function needText(params: Params, name: string): string {
  const text = textParam(params, name);
  if (text === undefined) throw invalidParam(`Missing required param: ${name}.`, name, 'parameter_missing');
  return text;
}

/** The nested parameters under `name`, empty when absent. */
export function nestedParams(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' ? value : emptyParams();
}

/** The list under `name`, empty when absent. */
export const listParam = (params: Params, name: string): string[] =>
  Object.values(nestedParams(params, name)).map(String);

/** The metadata of a request, all values as text; a key with an empty value is none. */
export function readMetadata(params: Params): Record<string, string> {
  const entries = Object.entries(nestedParams(params, 'metadata'));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]).filter(([, text]) => text));
}

/**
 * Checks that each parameter is known and of its kind, as Stripe does before anything else. Throws 400 with the parameter's whole
 * name, such as `automatic_payment_methods[enabled]`.
 */
export function checkParams(params: Params, accepted: Accepted, parent = ''): void {
  for (const [name, value] of Object.entries(params)) {
    const whole = parent === '' ? name : `${parent}[${name}]`;
    const kind = Object.hasOwn(accepted, name) ? accepted[name] : undefined;
    if (kind === undefined) {
      const code = withdrawn[whole] ?? 'parameter_unknown';
      throw invalidParam(`Received unknown parameter: ${whole}`, whole, code);
    }
    if (typeof value === 'string') checkText(value, kind, whole);
    else if (kind === 'metadata') checkMetadata(value, whole);
    else if (kind === 'list') {
      if (Object.values(value).some((one) => typeof one === 'object' || one === ''))
        throw notA('string', whole);
    } else if (typeof kind === 'string' || isWords(kind)) throw notA('string', whole);
    else checkParams(value, kind, whole);
  }
}

/** Parameters that this version of the API refuses with a code of their own. */
const withdrawn: Readonly<Record<string, string>> = {
  payment_method_types: 'payment_method_types_no_longer_supported',
};

function checkText(value: string, kind: Kind, whole: string): void {
  if (value === '' && (kind === 'unsettable' || kind === 'metadata')) return;
  if (kind === 'list') throw notA('array', whole);
  if (kind === 'metadata' || (typeof kind === 'object' && !isWords(kind))) throw notA('object', whole);
  if (value === '') {
    throw invalidParam(
      `An empty value means to unset a parameter, and '${whole}' cannot be unset. Leave it out or give it a value.`,
      whole,
      'parameter_invalid_empty',
    );
  }
  if (kind === 'integer' && !/^-?\d+$/.test(value))
    throw invalidParam(`Invalid integer: ${value}`, whole, 'parameter_invalid_integer');
  if (isWords(kind) && !kind.includes(value))
    throw invalidParam(`Invalid ${whole}: must be one of ${kind.join(', ')}`, whole);
}

/** At most 50 keys of 40 characters with values of 500, as the reference says. */
function checkMetadata(values: Params, whole: string): void {
  const entries = Object.entries(values);
  if (entries.length > 50) throw invalidParam('Metadata can have up to 50 keys', whole);
  for (const [key, text] of entries) {
    const name = `${whole}[${key}]`;
    if (typeof text === 'object') throw notA('string', name);
    if (key.length > 40) throw invalidParam('Metadata keys can have up to 40 characters', name);
    if (text.length > 500) throw invalidParam('Metadata values can have up to 500 characters', name);
  }
}

const isWords = (kind: Kind): kind is readonly string[] => Array.isArray(kind);
const notA = (what: string, whole: string) => invalidParam(`Invalid ${what}: ${whole}`, whole);
