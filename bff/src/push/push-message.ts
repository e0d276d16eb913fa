import type { NoticeKind } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { NoticeTask, Subject } from '../notices/notice.ts';
import { kindRows, titleOf } from '../notices/notice-kinds.ts';
import type { OutgoingPush } from './push-sender.ts';

type PushedNotice = Pick<NoticeTask, 'id' | 'kind' | 'subject'>;

/** How long (s) most kinds are worth telling. */
const usualTtl = 3 * 24 * 3_600;

/** Says what is told now, of what, and where a tap on the push leads. */
function placeOf(
  { kind, subject: id }: PushedNotice,
  subject: Subject,
): [kind: NoticeKind, name: string, path: string] {
  if ('tool' in subject)
    return subject.tool.deleted
      ? ['discontinued', subject.tool.name, '/tools']
      : [kind, subject.tool.name, `/tools/${id}`];
  const name = showNumber(subject.order.number);
  if (kind === 'review') return [kind, name, `/dashboard/addreview?tool=${subject.order.toolId}`];
  return [kind, name, `/dashboard/orders/${name}`];
}

/**
 * Writes a push in the declarative form (Push API, "declarative push message"), which browsers that know it show by themselves and a service worker
 * reads like any other. Nothing personal is in it. A repeat has the same tag and takes the place of what is shown. `shop` is the shop's
 * address; `waiting` what the icon's badge counts.
 */
export function pushMessage(
  task: PushedNotice,
  subject: Subject,
  shop: string,
  waiting: number,
): OutgoingPush {
  const [kind, name, path] = placeOf(task, subject);
  const { body, ttl = usualTtl } = kindRows[kind];
  const notification = {
    title: titleOf(kind, name),
    body,
    navigate: `${shop}${path}`,
    tag: task.id,
    lang: 'en',
    dir: 'ltr',
  };
  return {
    text: JSON.stringify({ web_push: 8030, notification, app_badge: waiting }),
    ttl,
  };
}
