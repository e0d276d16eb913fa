import { type AnyNode, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { lackingEvent, lackingGlobal, lackingMember } from './script-features.ts';

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
  const asked = new Map<AnyNode, Set<string>>();
  const uses: { name: string; around: AnyNode[]; finding: Finding }[] = [];
  const script = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  fullAncestor(script, (visited, _state, ancestors, type) => {
    const node = visited as AnyNode;
    const above = ancestors.slice(0, -1) as AnyNode[];
    const parent = above.at(-1);
    const around = above.filter((one) => /Function|^Program$/.test(one.type));
    const nearest = around.at(-1);
    if (parent === undefined || nearest === undefined) return;
    const name = askedFor(node, parent);
    if (name !== undefined) asked.set(nearest, (asked.get(nearest) ?? new Set()).add(name));
    const use = type === 'VariablePattern' ? null : foundUse(node, parent);
    if (use !== null) uses.push({ name: use.name, around, finding: { ...use.finding, at: node.start } });
  });
  return uses
    .filter(({ name, around }) => !around.some((one) => asked.get(one)?.has(name)))
    .map(({ finding }) => finding)
    .sort((a, b) => a.at - b.at);
}

/** The name whose presence a node asks for. */
function askedFor(node: AnyNode, parent: AnyNode): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return textOf(node.left);
  if (node.type === 'CallExpression' && node.optional) return lastName(node.callee);
  if (node.type === 'MemberExpression' && node.optional) return lastName(node.object);
  const isAsked =
    (parent.type === 'UnaryExpression' && (parent.operator === 'typeof' || parent.operator === '!')) ||
    (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) ||
    parent.type === 'LogicalExpression' ||
    ('test' in parent && parent.test === node);
  return isAsked ? lastName(node) : undefined;
}

type Use = { name: string; finding: Omit<Finding, 'at'> } | null;

function foundUse(node: AnyNode, parent: AnyNode): Use {
  if (node.type === 'Identifier') {
    // Names of two letters are the minifier's.
    const isNamed =
      node.name.length > 2 && !(parent.type === 'UnaryExpression' && parent.operator === 'typeof');
    return isNamed ? asUse(node.name, node.name, lackingGlobal(node.name)) : null;
  }
  if (node.type === 'MemberExpression') {
    const name = lastName(node);
    if (name === undefined || !isUsed(node, parent)) return null;
    const owner = node.object.type === 'Identifier' ? node.object.name : undefined;
    const shown = owner === undefined || owner.length < 3 ? '' : owner;
    return asUse(name, `${shown}.${name}`, lackingMember(owner, name));
  }
  if (node.type === 'CallExpression' && lastName(node.callee) === 'addEventListener') {
    const event = textOf(node.arguments[0]);
    return event === undefined ? null : asUse(`on${event}`, `the event ${event}`, lackingEvent(event));
  }
  return null;
}

const asUse = (name: string, feature: string, lacking: string | null): Use =>
  lacking === null ? null : { name, finding: { feature, lacking } };

/** Whether a member is called, made or asked for a member of its own: that throws where it is missing. */
function isUsed(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'CallExpression') return parent.callee === node && !parent.optional;
  if (parent.type === 'NewExpression') return parent.callee === node;
  return parent.type === 'MemberExpression' && parent.object === node && !parent.optional;
}

/** Gives the name at the end of `a.b.name` or of `name`; undefined for other expressions. */
function lastName(node: AnyNode): string | undefined {
  if (node.type === 'ChainExpression') return lastName(node.expression);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? lastName(node.property) : undefined;
}

/** Gives a text that stands in the source as such; undefined for other expressions. */
function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.quasis.length > 1) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
