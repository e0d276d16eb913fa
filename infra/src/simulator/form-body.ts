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
    if (path.some((part) => part === '__proto__')) continue;
    let node = root;
    for (const part of path.slice(0, -1)) {
      const next = node[part];
      const child = typeof next === 'object' ? next : emptyParams();
      node[part] = child;
      node = child;
    }
    node[path.at(-1) || String(Object.keys(node).length)] = value;
  }
  return root;
}

/** The text under `name`, or undefined when it is absent or nested. */
export function textParam(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The nested parameters under `name`, empty when absent. */
export function nestedParams(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' ? value : emptyParams();
}

/** The list under `name`, empty when absent. */
export function listParam(params: Params, name: string): string[] {
  return Object.values(nestedParams(params, name)).map(String);
}

function emptyParams(): Params {
  return Object.create(null) as Params;
}
