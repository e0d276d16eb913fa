import { parseAst } from 'vite';
import { lackingEvent, lackingGlobal, lackingMember } from './script-features.ts';
import { functionsAround, lastName, type Node, type Place, textOf, walk } from './syntax-tree.ts';

/** One use of what an oldest browser lacks. */
export interface Finding {
  /** What is used, such as `AbortSignal.any` or `:has()`. */
  feature: string;
  /** Who lacks it, in words. */
  lacking: string;
  /** Where in the text it stands. */
  at: number;
}

/**
 * Finds the web interfaces that a minified script uses and an oldest browser lacks. A use is left aside where the function that
 * it stands in, or one around it, asks for that very name first: `typeof x`, `'x' in y`, `y.x?.()`, `if (y.x)`. Reading
 * a member without using it harms nobody, as it gives undefined. Throws if the script cannot be parsed.
 */
export function scriptFindings(code: string): Finding[] {
  const asked = new Map<Node, Set<string>>();
  const uses: { place: Place; name: string; finding: Finding }[] = [];
  walk(parseAst(code) as unknown as Node, (place) => {
    const name = askedFor(place);
    const [around] = functionsAround(place);
    if (name !== undefined && around !== undefined) {
      asked.set(around, (asked.get(around) ?? new Set()).add(name));
    }
    const use = useAt(place);
    if (use !== null) uses.push({ place, name: use.name, finding: { ...use, at: place.node.start } });
  });
  return uses
    .filter(({ place, name }) => ![...functionsAround(place)].some((node) => asked.get(node)?.has(name)))
    .map(({ finding: { feature, lacking, at } }) => ({ feature, lacking, at }))
    .sort((a, b) => a.at - b.at);
}

/** The name whose presence a node asks for. */
function askedFor({ node, part, parent }: Place): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return textOf(node.left);
  if (node.type === 'CallExpression' && node.optional === true) return lastName(node.callee);
  if (node.type === 'MemberExpression' && node.optional === true) return lastName(node.object);
  const above = parent?.node;
  const isAsked =
    (above?.type === 'UnaryExpression' && (above.operator === 'typeof' || above.operator === '!')) ||
    (above?.type === 'BinaryExpression' && /^[!=]==?$/.test(above.operator as string)) ||
    above?.type === 'LogicalExpression' ||
    part === 'test';
  return isAsked ? lastName(node) : undefined;
}

type Use = { name: string; feature: string; lacking: string } | null;

function useAt(place: Place): Use {
  const { node } = place;
  if (node.type === 'Identifier') return isReference(place) ? globalUse(node.name as string) : null;
  if (node.type === 'MemberExpression') return isUsed(place) ? memberUse(node) : null;
  if (node.type === 'CallExpression' && lastName(node.callee) === 'addEventListener') {
    const event = textOf((node.arguments as Node[])[0]);
    const lacking = event === undefined ? null : lackingEvent(event);
    return event === undefined || lacking === null
      ? null
      : { name: `on${event}`, feature: `the event ${event}`, lacking };
  }
  return null;
}

/** Names of two letters are the minifier's. */
function globalUse(name: string): Use {
  const lacking = name.length < 3 ? null : lackingGlobal(name);
  return lacking === null ? null : { name, feature: name, lacking };
}

function memberUse(node: Node): Use {
  const name = lastName(node);
  const object = node.object as Node;
  const owner = object.type === 'Identifier' ? (object.name as string) : undefined;
  const lacking = name === undefined ? null : lackingMember(owner, name);
  return name === undefined || lacking === null
    ? null
    : { name, feature: `${owner === undefined || owner.length < 3 ? '' : owner}.${name}`, lacking };
}

/** Whether an identifier stands for a variable: not for a member, a key, a label or a name of a module's interface. */
function isReference({ part, parent }: Place): boolean {
  const above = parent?.node;
  if (above === undefined || /Specifier$|^(Labeled|Break|Continue)Statement$/.test(above.type)) return false;
  if (above.type === 'UnaryExpression' && above.operator === 'typeof') return false;
  return !((part === 'property' || part === 'key') && above.computed === false);
}

/** Whether a member is called, made or asked for a member of its own: that throws where it is missing. */
function isUsed({ part, parent }: Place): boolean {
  const above = parent?.node;
  if (above?.type === 'CallExpression' || above?.type === 'NewExpression')
    return part === 'callee' && above.optional !== true;
  return above?.type === 'MemberExpression' && part === 'object' && above.optional !== true;
}
