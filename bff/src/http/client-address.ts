import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Reads an address without its zone, one of IPv4 in the form of IPv6 as IPv4. Null for any other text: the library alone takes more than addresses. */
function parsed(text: string) {
  const plain = text.replace(/%.*/, '');
  const family = isIP(plain);
  if (family === 0) return null;
  // It does not take every dotted end of an IPv6 address; the platform writes one without.
  return ipaddr.process(family === 6 ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain);
}

/** Proxies that may stand in a row; a client that writes more hops only wants them to be read. */
const mostHops = 16;
/** More characters than so many hops have. */
const mostRead = 1_000;

/** Finds addresses of clients, as they are counted. */
export type ClientAddress = ReturnType<typeof clientAddress>;

/**
 * Makes what finds the address of the client from the socket's address and the `X-Forwarded-For` header, as it is counted: of an IPv6 address its
 * first half, because a single customer line has a whole network (/64) of them. It believes the header only from a trusted proxy (an address, a CIDR
 * block, or the word `loopback`), and then takes the nearest address that is not a trusted proxy itself, because everything before that one may be
 * invented. Of many hops it reads the nearest sixteen. Throws for an entry that is none.
 */
export function clientAddress(trustedProxies: readonly string[]) {
  const trusted = trustedProxies.flatMap((entry) => {
    const ranges = rangesOf(entry);
    if (ranges === null) throw new Error(`TRUSTED_PROXIES: ${entry} is no address`);
    return ranges;
  });
  const isTrusted = (address: Address | null) =>
    address !== null && ipaddr.subnetMatch(address, { trusted }, 'other') === 'trusted';
  const find = (socketAddress = 'unknown', forwardedFor?: string) => {
    // Most requests: nothing to be parsed.
    if (!forwardedFor && isIPv4(socketAddress)) return socketAddress;
    const nearest = parsed(socketAddress);
    if (nearest === null) return socketAddress;
    const hops = forwardedFor && isTrusted(nearest) ? forwardedFor.slice(-mostRead).split(',') : [];
    for (const hop of hops.slice(-mostHops).reverse()) {
      const address = parsed(withoutPort(hop.trim()));
      // Everything before an unreadable hop may be invented, too.
      if (address === null) break;
      if (!isTrusted(address)) return counted(address);
    }
    return counted(nearest);
  };
  return Object.assign(find, {
    /** Tells whether a socket is that of a trusted proxy, which carries the requests of many clients. */
    isProxy: (socketAddress = 'unknown') => trusted.length > 0 && isTrusted(parsed(socketAddress)),
  });
}

/** Some proxies append the client's port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string) =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/** Names an IPv4 address, or the network of an IPv6 address by its first four groups. */
const counted = (address: Address) =>
  'parts' in address ? `${address.toNormalizedString().split(':', 4).join(':')}::/64` : address.toString();

/** Networks of one's own: machine, company, carrier. */
const ownRanges = new Set([
  'unspecified',
  'private',
  'carrierGradeNat',
  'loopback',
  'linkLocal',
  'uniqueLocal',
]);

/**
 * Tells whether an address, as it is counted, is one of the internet. Any other says nothing of who calls: behind a proxy that is not
 * trusted it is the proxy's, and so everybody's.
 */
export function isPublicAddress(address: string): boolean {
  const found = parsed(address.replace(/\/64$/, ''));
  return found !== null && !ownRanges.has(found.range());
}

/** Tells whether an address is this machine's own. */
export const isLoopback = (address: string): boolean => parsed(address)?.range() === 'loopback';

/** Tells whether a name or address means the machine of the program that uses it; a browser never looks `.localhost` up. */
export const isLoopbackHost = (host: string): boolean => /(^|\.)localhost$/.test(host) || isLoopback(host);

/** Gives the host of a web address, of IPv6 without brackets; null when it is no address. */
export const hostOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : null;

/** Tells whether this may stand in TRUSTED_PROXIES: see {@link rangesOf}. */
export const isProxyEntry = (entry: string): boolean => rangesOf(entry) !== null;

/**
 * Reads an entry of TRUSTED_PROXIES: an address, a CIDR block, or the word `loopback`. Null for any other text, and for a block that is as wide as a part of the
 * internet, which would let everybody in it name any address.
 */
function rangesOf(entry: string): [Address, number][] | null {
  if (entry === 'loopback') return [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];
  const [text = '', size, ...rest] = entry.split('/');
  const address = parsed(text);
  if (address === null || rest.length > 0 || !/^\d{1,3}$/.test(size ?? '0')) return null;
  const [least, most] = isIPv4(text)
    ? // Of one's own network /8 and fc00::/7 are whole.
      [/^(?:10|127)\./.test(text) ? 8 : 12, 32]
    : // All IPv4 addresses lie in ::/64.
      [/^0*:/.test(text) ? 128 : /^f[cd]/i.test(text) ? 7 : 20, 128];
  const bits = Number(size ?? most);
  return bits < least || bits > most ? null : [[address, 'parts' in address ? bits : Math.min(bits, 32)]];
}
