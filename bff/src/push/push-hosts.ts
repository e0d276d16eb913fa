import { isLoopbackHost } from '../http/client-address.ts';

/** The push services of the browsers: Chrome, Firefox, Safari, Edge. `*.` stands for any name below. */
const knownHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Which push services the shop calls beside those of the browsers. */
export interface PushHosts {
  /** Host names, with `*.` for any name below. */
  readonly added: readonly string[];
  /** Whether a service on this machine may be called, without https too. */
  readonly allowsLoopback: boolean;
}

/** Tells whether the shop may call this address. Everything else is refused, or a subscription could make the server call whatever it reaches. */
export function isPushAddress(address: string, { added, allowsLoopback }: PushHosts): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (allowsLoopback && (protocol === 'http:' || protocol === 'https:') && isLoopbackHost(hostname))
    return true;
  return (
    protocol === 'https:' && port === '' && [...knownHosts, ...added].some((host) => fits(host, hostname))
  );
}

const fits = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** Tells whether this may stand in PUSH_HOSTS: a host name, or `*.` and one. */
export const isHostPattern = (entry: string): boolean =>
  /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(entry);
