import type { Accepted, Kind } from './accepted-params.ts';
import type { Params } from './form-body.ts';
import { invalidParam } from './stripe-error.ts';

/**
 * Checks that each parameter is known and of its kind, as Stripe does before anything else. Throws 400 with the parameter's whole
 * name, such as `automatic_payment_methods[enabled]`.
 */
export function checkParams(params: Params, accepted: Accepted, parent = ''): void {
  for (const [name, value] of Object.entries(params)) {
    const whole = parent === '' ? name : `${parent}[${name}]`;
    const kind = Object.hasOwn(accepted, name) ? accepted[name] : undefined;
    if (kind === undefined) {
      throw invalidParam(
        `Received unknown parameter: ${whole}`,
        whole,
        withdrawn[whole] ?? 'parameter_unknown',
      );
    }
    if (kind === 'metadata') checkMetadata(value, whole);
    else if (typeof value === 'object') checkNested(value, kind, whole);
    else checkText(value, kind, whole);
  }
}

/** Parameters that this version of the API refuses with a code of their own. */
const withdrawn: Readonly<Record<string, string>> = {
  payment_method_types: 'payment_method_types_no_longer_supported',
};

function checkNested(value: Params, kind: Kind, whole: string): void {
  if (kind === 'list') {
    for (const one of Object.values(value))
      if (typeof one === 'object' || one === '') throw notA('string', whole);
  } else if (typeof kind === 'string' || isWords(kind)) throw notA('string', whole);
  else checkParams(value, kind, whole);
}

function checkText(value: string, kind: Kind, whole: string): void {
  if (kind === 'list') throw notA('array', whole);
  if (typeof kind === 'object' && !isWords(kind)) throw notA('object', whole);
  if (value === '') {
    if (kind === 'unsettable') return;
    throw invalidParam(
      `An empty value means to unset a parameter, and '${whole}' cannot be unset. Leave it out or give it a value.`,
      whole,
      'parameter_invalid_empty',
    );
  }
  if (kind === 'integer' && !/^-?\d+$/.test(value)) {
    throw invalidParam(`Invalid integer: ${value}`, whole, 'parameter_invalid_integer');
  }
  if (isWords(kind) && !kind.includes(value)) {
    throw invalidParam(`Invalid ${whole}: must be one of ${kind.join(', ')}`, whole);
  }
}

/** At most 50 keys of 40 characters with values of 500, as the reference says; an empty value removes a key. */
function checkMetadata(value: string | Params, whole: string): void {
  if (value === '') return;
  if (typeof value === 'string') throw notA('object', whole);
  const entries = Object.entries(value);
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
