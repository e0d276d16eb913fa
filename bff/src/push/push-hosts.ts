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
  /** Host names, with `*.` for any name below, and services on this machine as `127.0.0.1:port`. */
  added: readonly string[];
}

/** Tells whether the shop may call this address. Everything else is refused, or a subscription could make the server call whatever it reaches. */
export function isPushAddress(address: string, { added }: PushHosts): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, host, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:' && isLocalService(host)) return added.includes(host);
  return (
    protocol === 'https:' && port === '' && [...knownHosts, ...added].some((host) => fits(host, hostname))
  );
}

const fits = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** Tells whether this may stand in PUSH_HOSTS outside production: a push service of a demo, `127.0.0.1:port`. */
export const isLocalService = (entry: string): boolean => /^127\.0\.0\.1:\d+$/.test(entry);

/** Tells whether this may stand in PUSH_HOSTS: a host name, or `*.` and one. */
export const isHostPattern = (entry: string): boolean =>
  /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(entry);
