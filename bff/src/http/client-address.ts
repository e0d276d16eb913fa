import { BlockList, isIP } from 'node:net';

/** Finds the address of the client from the socket's address and the `X-Forwarded-For` header. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Makes the finder. It believes `X-Forwarded-For` only from a trusted proxy (an address, a CIDR block, or the word `loopback`), and then takes
 * the nearest address that is not a trusted proxy itself, because everything before that one may be invented.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = trustedList(trustedProxies);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (socketAddress, forwardedFor) => {
    const nearest = plain(socketAddress ?? 'unknown');
    if (!forwardedFor || !isTrusted(nearest)) return nearest;
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()));
    return hops.findLast((hop) => isIP(hop) !== 0 && !isTrusted(hop)) ?? nearest;
  };
}

/** Tells whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  plain(address) === '::1' || plain(address).startsWith('127.');

/** Tells whether a server that listens at `host` is reached from this machine alone. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));

/** Tells whether this may stand in TRUSTED_PROXIES: an address, a CIDR block, or the word `loopback`. */
export function isProxyEntry(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
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
