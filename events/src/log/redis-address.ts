/** Where the Redis of a shop is looked for. */
export interface RedisPlaces {
  /** Addresses of one node each, `redis://[user:password@]host:port`; with Sentinels, theirs. */
  readonly nodes: readonly string[];
  /** Name under which Sentinels know the primary; null when the addresses are those of Redis itself. */
  readonly watchedBySentinels: string | null;
}

const shape = /^(rediss?)(\+sentinel)?:\/\/([^@/]*@)?([^@/?#]+)(?:\/([^/?#]*))?$/;

/**
 * Reads an address of the shop's Redis: one node (`redis://host:6379`), several of which one is the primary
 * (`redis://host:7001,host:7002`), or Sentinels and the name that they give it
 * (`redis+sentinel://host:26379,host:26380/karigar`). User and password stand before the hosts and count for each Redis; Sentinels are
 * asked without. Null when the text is none of these.
 */
export function readRedisAddress(text: string): RedisPlaces | null {
  const [, protocol, sentinel, login = '', hosts = '', path = ''] = shape.exec(text) ?? [];
  if (protocol === undefined) return null;
  const names = hosts.split(',');
  if (sentinel !== undefined && !/^[\w.-]+$/.test(path)) return null;
  const database = sentinel === undefined && path !== '' ? `/${path}` : '';
  const nodes = names.map((host) => `${protocol}://${login}${host}${database}`);
  if (names.includes('') || !nodes.every((node) => URL.canParse(node))) return null;
  return { nodes, watchedBySentinels: sentinel === undefined ? null : path };
}

/** The address without what is secret in it, for people to read. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//');
}
