/** What a push shows, and what the icon counts then. */
export interface ShownPush {
  title: string;
  body: string;
  /** A repeat takes the place of what is shown under the same tag. */
  tag: string;
  /** Where a tap leads. */
  path: string;
  /** What waits for the person; null when the push does not say. */
  waiting: number | null;
}

/** What is shown of a push that cannot be read: a browser withdraws the permission of a site that shows nothing. */
const unreadable: ShownPush = {
  title: 'You have a new notification',
  body: 'Open the shop to see it.',
  tag: 'news',
  path: '/dashboard/myorders',
  waiting: null,
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOr = (value: unknown, instead: string): string =>
  typeof value === 'string' && value !== '' ? value : instead;

/** Reads a push in the declarative form; `origin` is the shop's own, the only one that a tap leads to. */
export function readPush(text: string | undefined, origin: string): ShownPush {
  try {
    const message: unknown = JSON.parse(text ?? '');
    if (!isObject(message) || !isObject(message.notification)) return unreadable;
    const { title, body, tag, navigate } = message.notification;
    const { app_badge: waiting } = message;
    return {
      title: textOr(title, unreadable.title),
      body: textOr(body, ''),
      tag: textOr(tag, unreadable.tag),
      path: pathOf(navigate, origin),
      waiting: Number.isSafeInteger(waiting) && Number(waiting) >= 0 ? Number(waiting) : null,
    };
  } catch {
    return unreadable;
  }
}

/** Gives the path of an address. A shop that moved still sends that of its former home: the path is what counts. */
function pathOf(address: unknown, origin: string): string {
  if (typeof address !== 'string') return unreadable.path;
  try {
    const { pathname, search } = new URL(address, origin);
    return /^\/(?!\/)/.test(pathname) ? pathname + search : unreadable.path;
  } catch {
    return unreadable.path;
  }
}
