import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss';
import type { Finding } from './script-findings.ts';
import { css, type Feature, lacking, partOf } from './support.ts';

const types = css.types;
/** Functions of values, such as `light-dark()`: MDN keeps those of colours, gradients and the like one step below. */
const functions = new Map(
  Object.entries(types).flatMap(([name, type]) => [
    ...Object.entries(type as Feature).map(([part, feature]) => [part, feature] as const),
    [name, type] as const,
  ]),
) as Map<string, Feature>;

/**
 * Finds the at-rules, selectors, properties, keywords and functions of a style sheet that an oldest browser lacks. What stands
 * in `@supports` is left aside, and so is a declaration before which the same rule states another value or an engine's prefix.
 * Throws if the sheet cannot be parsed.
 */
export function styleFindings(sheet: string): Finding[] {
  const found: Finding[] = [];
  const look = (node: ChildNode, feature: string, data: Feature | undefined): boolean => {
    const words = lacking(data);
    if (words !== null) found.push({ feature, lacking: words, at: node.source?.start?.offset ?? 0 });
    return words !== null;
  };
  postcss.parse(sheet).walk((node) => {
    if (isInSupports(node)) return;
    if (node.type === 'atrule') look(node, `@${node.name}`, partOf(css['at-rules'], node.name));
    if (node.type === 'rule') {
      for (const name of pseudoNames(node)) look(node, `:${name}`, partOf(css.selectors, name));
    }
    if (node.type === 'decl' && !node.prop.startsWith('-')) {
      if (hasOtherBefore(node)) return;
      const property = partOf(css.properties, node.prop);
      if (look(node, node.prop, property)) return;
      for (const [word, isFunction] of wordsOf(node.value)) {
        look(node, `${node.prop}: ${word}`, partOf(property, word));
        if (isFunction) look(node, `${word}()`, functions.get(word));
      }
    }
  });
  return found;
}

const pseudoNames = ({ selector }: Rule): string[] =>
  [...selector.matchAll(/::?([a-z][a-z-]*)/g)].map(([, name]) => name as string);

/** The words of a value with whether each is a function's name; texts and addresses are left aside. */
function wordsOf(value: string): Map<string, boolean> {
  const bare = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+/g, ' ');
  return new Map(
    [...bare.matchAll(/(?<![\w-])([a-z][a-z-]*)(\(?)/g)].map(([, word, open]) => [
      word as string,
      open === '(',
    ]),
  );
}

/** Whether the same rule states the property before, with another value or with an engine's prefix. */
function hasOtherBefore(node: Declaration): boolean {
  const names = [node.prop, `-webkit-${node.prop}`, `-moz-${node.prop}`];
  for (let before = node.prev(); before !== undefined; before = before.prev()) {
    if (before.type === 'decl' && names.includes(before.prop)) return true;
  }
  return false;
}

function isInSupports(node: ChildNode): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent as typeof above) {
    if (above.type === 'atrule' && (above as AtRule).name === 'supports') return true;
  }
  return false;
}
