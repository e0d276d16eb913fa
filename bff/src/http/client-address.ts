import { BlockList, isIP } from 'node:net';

/**
 * Finds the address of the client from the socket's address and the `X-Forwarded-For` header, as it is counted: of an IPv6 address its
 * first half, because a single customer line has a whole network (/64) of them.
 */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

/** Proxies that may stand in a row; whoever writes more hops only wants them to be read. */
const mostHops = 16;

/**
 * Makes the finder. It believes `X-Forwarded-For` only from a trusted proxy (an address, a CIDR block, or the word `loopback`), and then takes
 * the nearest address that is not a trusted proxy itself, because everything before that one may be invented. Of many hops it reads the
 * nearest sixteen.
 */
export function clientAddress(trustedProxies: readonly string[]) {
  const trusted = trustedList(trustedProxies);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  /** Tells whether a socket is that of a trusted proxy, which carries the requests of many clients. */
  const isProxy = (socketAddress = 'unknown') => isTrusted(plain(socketAddress));
  const find: ClientAddress = (socketAddress, forwardedFor) => {
    const nearest = plain(socketAddress ?? 'unknown');
    if (!forwardedFor || !isTrusted(nearest)) return networkOf(nearest);
    const client = nearestHops(forwardedFor).find((hop) => !isTrusted(hop));
    // Whatever stands before a hop that cannot be read may be invented, too.
    return networkOf(client !== undefined && isIP(client) !== 0 ? client : nearest);
  };
  return Object.assign(find, { isProxy });
}

/** Lists the last hops of the header, the nearest first. */
function nearestHops(forwardedFor: string): string[] {
  const hops: string[] = [];
  for (let end = forwardedFor.length; end >= 0 && hops.length < mostHops; ) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
    hops.push(plain(withoutPort(forwardedFor.slice(comma + 1, end).trim())));
    end = comma;
  }
  return hops;
}

/** Some proxies append the client's port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/** Names the network of an IPv6 address by its first four groups; any other text stays as it is. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*/, '').split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  // A dotted end stands for two groups.
  const written = groups.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - written).fill('0');
  const first = [...groups, ...zeros, ...after].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Networks of one's own: machine, company, carrier. Two lists, because an IPv4 address also lies in the IPv6 network `::/64`. */
const local = { 4: new BlockList(), 6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local[4].addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local[6].addSubnet(network, bits, 'ipv6');

/**
 * Tells whether an address, as it is counted, is one of the internet. Any other says nothing of who calls: behind a proxy that is not
 * trusted it is the proxy's, and so everybody's.
 */
export function isPublicAddress(counted: string): boolean {
  const address = counted.replace(/\/64$/, '');
  return isIP(address) === 6
    ? !local[6].check(address, 'ipv6')
    : isIP(address) === 4 && !local[4].check(address);
}

/** Tells whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  plain(address) === '::1' || plain(address).startsWith('127.');

/** Tells whether a name or address means the machine of the program that uses it; a browser never looks `.localhost` up. */
export const isLoopbackHost = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && isLoopback(host));

/** Gives the host of a web address, of IPv6 without brackets; null when it is no address. */
export const hostOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : null;

/**
 * Tells whether this may stand in TRUSTED_PROXIES: an address, a CIDR block, or the word `loopback`. A block that is as wide as a part of the
 * internet would let everybody in it name any address.
 */
export function isProxyEntry(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const range = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  // Of one's own network /8 and fc00::/7 are whole.
  if (family === 4) return range <= 32 && range >= (/^(?:10|127)\./.test(address) ? 8 : 12);
  // All IPv4 addresses lie in ::/64.
  const isMapped = range < 128 && /^0*:/.test(address);
  return range <= 128 && range >= (/^f[cd]/i.test(address) ? 7 : 20) && !isMapped;
}

const plain = (address: string): string => address.replace(/^::ffff:/i, '');

function trustedList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : [one]))) {
    if (!isProxyEntry(entry)) throw new Error(`TRUSTED_PROXIES: ${entry} is no address`);
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
