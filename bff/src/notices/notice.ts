import type { NoticeChannel, NoticeKind } from '../contracts/notices.ts';

/** Something that somebody is to be told, made of one event of the log. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Order id; of `back-in-stock` the tool's id. */
  readonly subject: string;
  /** Whom it is about: the order's customer, or who waits for the tool. */
  readonly uid: string;
  /** The event. */
  readonly seq: number;
  /** Not told before (ms). */
  readonly dueAt: number;
}

/** A notice on its way to one mailbox or device. */
export interface NoticeTask extends Notice {
  /** The same for the same event, kind, channel and target: what is told once is told under this name. */
  readonly id: string;
  readonly channel: NoticeChannel;
  /** One of what `Channel.targets` gave. */
  readonly target: string;
  /** When (ms) a person had it repeated; absent where it goes out by itself. */
  readonly repeatedAt?: number;
  /** How often it was tried in vain. */
  readonly attempts: number;
}

/** So many notices one process tells in a channel at a time; a channel whose connections are fewer would have some of them wait within their own time. */
export const noticesAtOnce = 10;

/** A way to tell people: mail, push. */
export interface Channel {
  readonly name: NoticeChannel;
  /** Names where a notice goes to, without anything personal in the names; empty when nobody is to hear of it this way. */
  targets(notice: Notice): Promise<readonly string[]>;
  /**
   * Tells it; `dropped` when nobody can or wants to hear it any more. It may come twice when a process dies: the receiver tells it by the
   * task's id. Throws `NoticeFault`.
   */
  send(task: NoticeTask): Promise<'sent' | 'dropped'>;
}

/** Why a notice could not be told, in words for the shop's people: nothing personal in them. */
export class NoticeFault extends Error {
  /** Trying again is of no use until a person has done something. */
  readonly isFinal: boolean;
  /** The receiver asks for at least such a pause (ms). */
  readonly waitMs: number;
  constructor(
    why: string,
    { isFinal = false, waitMs = 0, cause }: { isFinal?: boolean; waitMs?: number; cause?: unknown } = {},
  ) {
    super(why, { cause });
    this.name = 'NoticeFault';
    this.isFinal = isFinal;
    this.waitMs = waitMs;
  }
}

/** Names the task of a notice for one target; one that a person repeats is another task. */
export const taskOf = (
  notice: Notice,
  channel: NoticeChannel,
  target: string,
  repeatedAt?: number,
): NoticeTask => ({
  ...notice,
  id: `${notice.seq}:${notice.kind}:${channel}:${target}${repeatedAt === undefined ? '' : `:${repeatedAt}`}`,
  channel,
  target,
  attempts: 0,
  ...(repeatedAt === undefined ? {} : { repeatedAt }),
});
