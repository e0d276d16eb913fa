/** Where the Redis of a shop is found. */
export interface RedisPlace {
  /** The address of Redis itself; with Sentinels, those of all Sentinels, with the login of Redis. */
  nodes: readonly string[];
  /** Name under which Sentinels know the primary; null when the address is that of Redis itself. */
  watchedBySentinels: string | null;
}

const shape = /^(rediss?)(\+sentinel)?:\/\/([^@/]*@)?([^@/?#]+)(?:\/([^/?#]*))?$/;

/**
 * Reads an address of the shop's Redis: one node (`redis://[user:password@]host:6379`), or Sentinels and the name that they give the
 * primary (`redis+sentinel://[user:password@]host:26379,host:26380/karigar`). User and password are for Redis; Sentinels are asked without.
 * Null when the text is neither.
 */
export function readRedisAddress(text: string): RedisPlace | null {
  const [, protocol, sentinel, login = '', hosts = '', path = ''] = shape.exec(text) ?? [];
  if (protocol === undefined) return null;
  const names = hosts.split(',');
  if (sentinel === undefined ? names.length > 1 : !/^[\w.-]+$/.test(path)) return null;
  const database = sentinel === undefined && path !== '' ? `/${path}` : '';
  const nodes = names.map((host) => `${protocol}://${login}${host}${database}`);
  if (names.includes('') || !nodes.every((node) => URL.canParse(node))) return null;
  return { nodes, watchedBySentinels: sentinel === undefined ? null : path };
}

/** The address without what is secret in it, for people to read. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//');
}

/** The address of another Redis with the same protocol and login. */
export function addressAt(url: string, host: string, port: string): string {
  const other = new URL(url);
  other.hostname = host.includes(':') ? `[${host}]` : host;
  other.port = port;
  return other.href;
}
