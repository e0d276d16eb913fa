import { api, builtins, type Feature, lacking, partOf } from './support.ts';

/** The interface behind the objects that every page or worker has under these names. */
const wellKnown: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
  screen: 'Screen',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
};

const bearers = byName((name) => !/_(static|event)$|^__/.test(name));
const events = byName((name) => name.endsWith('_event'));

/** Tells who lacks an object that code names without an owner, such as `ViewTransition` or `requestIdleCallback`. */
export const lackingGlobal = (name: string): string | null =>
  lacking(partOf(builtins, name) ?? partOf(api, name) ?? partOf(api.Window, name));

/**
 * Tells who lacks `owner.name`. Where the owner is a global object that is known by name, its own word counts. Else the name
 * alone has to do: a browser lacks it where it lacks that member of every interface that has one. Names of one word (`first`,
 * `union`) say nothing then, as libraries use them for methods of their own.
 */
export function lackingMember(owner: string | undefined, name: string): string | null {
  const interfaceName = owner === undefined ? undefined : (wellKnown[owner] ?? owner);
  if (interfaceName !== undefined) {
    if (interfaceName === 'Window' && partOf(api.Window, name) === undefined) return lackingGlobal(name);
    const known = partOf(builtins, interfaceName) ?? partOf(api, interfaceName);
    if (known !== undefined) return lacking(partOf(known, `${name}_static`) ?? partOf(known, name));
  }
  return /[a-z][A-Z]/.test(name) ? lackingInAll(bearers.get(name)) : null;
}

/** Tells who never fires an event of this name. */
export const lackingEvent = (name: string): string | null => lackingInAll(events.get(`${name}_event`));

function lackingInAll(features: Feature[] | undefined): string | null {
  const words = features?.map(lacking) ?? [null];
  return words.includes(null) ? null : (words[0] ?? null);
}

function byName(isMeant: (name: string) => boolean): Map<string, Feature[]> {
  const found = new Map<string, Feature[]>();
  for (const owner of [...Object.values(api), ...Object.values(builtins)] as Feature[]) {
    for (const [name, feature] of Object.entries(owner)) {
      if (isMeant(name)) found.set(name, [...(found.get(name) ?? []), feature as Feature]);
    }
  }
  return found;
}
