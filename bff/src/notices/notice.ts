import { hash } from 'node:crypto';
import type { OrderDocument, ToolRecord } from '@karigar/events';
import type { NoticeChannel, NoticeKind } from '../contracts/notices.ts';

/** A message to a person, made from one event of the log. */
export interface Notice {
  kind: NoticeKind;
  /** Order id; tool id where it is about a tool. */
  subject: string;
  /** Whom it is about: the order's customer, or who waits for the tool. */
  uid: string;
  /** The event; of a tool, the last event of the log at that time. */
  seq: number;
}

/** A tool with its stock, on sale or not any more. */
export type KnownTool = Pick<ToolRecord, 'name' | 'minOrderQuantity' | 'deleted'> & {
  availableQuantity: number;
};

/** What a notice is about, as it is now. */
export type Subject = { order: OrderDocument } | { tool: KnownTool };

/** Tells whether a person may hear of it now. Throws `NoticeFault` for one that has to wait. */
export type MayTell = (reach: {
  /** Names the mailbox or the account in keys, with nothing personal in the name. */
  person: string;
  /** They have proven the address, paid for the order, or asked for pushes in this browser: no stranger hears it. */
  isTheirs: boolean;
}) => Promise<boolean>;

/** What the job of a notice holds: the notice for one mailbox or device. */
export interface NoticeJob extends Notice {
  /** One of what `Channel.targets` gave. */
  target: string;
  /** When (ms) an operator had it repeated; absent where it goes out by itself. */
  repeatedAt?: number;
}

/** A notice on its way to one mailbox or device. */
export interface NoticeTask extends NoticeJob {
  /** The id of its job: the same for the same shop, event, kind, channel and target. */
  id: string;
}

/** At most so many notices of a channel are on their way in one process, each on a connection of its own. */
export const noticesAtOnce = 10;

/** A way to tell people: mail, push. */
export interface Channel {
  name: NoticeChannel;
  /** Names where a notice goes to, without anything personal in the names; empty when it is not sent this way. */
  targets(notice: Notice): Promise<readonly string[]>;
  /**
   * Tells it, once `mayTell` allows it; `dropped` when the receiver is gone or wants no such notices. It comes again when a process dies before its outcome is recorded: the
   * receiver knows it by the task's id. Throws `NoticeFault`.
   */
  send(task: NoticeTask, subject: Subject, mayTell: MayTell): Promise<'sent' | 'dropped'>;
}

/** Why a notice could not be told, in words for the shop's people: nothing personal in them. */
export class NoticeFault extends Error {
  override readonly name = 'NoticeFault';
  /** Trying again is of no use until a person has done something. */
  readonly isFinal: boolean;
  /** The receiver asks for at least such a pause (ms). */
  readonly waitMs: number;
  constructor(
    why: string,
    { isFinal = false, waitMs = 0, cause }: { isFinal?: boolean; waitMs?: number; cause?: unknown } = {},
  ) {
    super(why, { cause });
    this.isFinal = isFinal;
    this.waitMs = waitMs;
  }
}

/**
 * Names the job of a notice. The hash keeps apart two people who wait for one tool, the channels, and two logs that went on differently from
 * one backup.
 */
export function noticeId(
  shop: string,
  channel: NoticeChannel,
  { seq, kind, subject, target, repeatedAt }: NoticeJob,
): string {
  const rest = hash('sha256', `${shop} ${channel} ${subject} ${target} ${repeatedAt ?? ''}`);
  return `${seq}.${kind}.${rest.slice(0, 16)}`;
}
