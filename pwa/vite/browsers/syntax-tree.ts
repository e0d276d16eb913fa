/** A node of the tree that the bundler's parser gives, with the parts that the check of scripts looks at. */
export interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

/** A node, the part of its parent that it stands in, and the way up. */
export interface Place {
  node: Node;
  part: string;
  parent: Place | null;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` with each node below `root`, parents first. */
export function walk(root: Node, visit: (place: Place) => void): void {
  const waiting: Place[] = [{ node: root, part: '', parent: null }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    visit(place);
    for (const [part, value] of Object.entries(place.node)) {
      for (const node of [value].flat()) if (isNode(node)) waiting.push({ node, part, parent: place });
    }
  }
}

/** Gives the functions around a place, the nearest first, and the whole file last. */
export function* functionsAround(place: Place): Generator<Node> {
  for (let around = place.parent; around !== null; around = around.parent) {
    if (/Function|^Program$/.test(around.node.type)) yield around.node;
  }
}

/** Gives the name at the end of `a.b.name` or of `name`; undefined for other expressions. */
export function lastName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'ChainExpression') return lastName(node.expression);
  if (node.type === 'Identifier') return node.name as string;
  if (node.type === 'MemberExpression' && node.computed === false) return lastName(node.property);
  return undefined;
}

/** Gives a text that stands in the source as such; undefined for other expressions. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [only, ...more] = node.quasis as { value: { cooked: string } }[];
  return more.length === 0 ? only?.value.cooked : undefined;
}
