import type { Order, OrderTimelineEntry, Profile } from '@karigar/bff/contracts';
import Dexie, { type EntityTable } from 'dexie';
import { currentSession, isSignedIn, onSessionChange } from '../session/session-store.ts';
import { storageTrouble } from './database-guard.ts';
import { DatabaseSource } from './database-source.ts';
import { removeMirroredDrafts } from './draft-mirror.ts';
import { repairOnReturn } from './lost-connection.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { MetaRow } from './public-db.ts';
import { type Memory, SavedDb } from './saved-db.ts';
import { unlessSilent } from './silence.ts';

/** A half-filled form, kept until it is sent or thrown away. `savedAt` in ms. */
export interface DraftRow {
  key: string;
  value: unknown;
  savedAt: number;
}
/** The saved timeline of one order. */
export interface TimelineRow {
  orderId: string;
  entries: OrderTimelineEntry[];
}

const prefix = 'karigar-person-';

/**
 * Fills in what an order does not say that an older release saved: nobody has asked for its money, nobody has corrected it, and who carries it is
 * unknown. Its number is 0 until the shop is asked again: only the shop knows it.
 */
const complete = (order: Order | undefined): Order | undefined =>
  order && {
    ...order,
    number: order.number ?? 0,
    phone: order.phone ?? '',
    carrier: order.carrier ?? null,
    trackingNumber: order.trackingNumber ?? null,
    trackingUrl: order.trackingUrl ?? null,
    corrections: order.corrections ?? 0,
    correctedAt: order.correctedAt ?? null,
    refund: order.refund ?? null,
    refundRequest: order.refundRequest ?? null,
    refundFailure: order.refundFailure ?? null,
    cancellation: order.cancellation ?? null,
    dispute: order.dispute ?? null,
  };

/** What belongs to one person, kept on the device until they sign out. Versions are additive only. */
export class PersonDb extends SavedDb {
  declare orders: EntityTable<Order, '_id'>;
  declare profile: EntityTable<Profile, 'email'>;
  declare drafts: EntityTable<DraftRow, 'key'>;
  declare outbox: EntityTable<OutboxEntry, 'id'>;
  declare meta: EntityTable<MetaRow, 'key'>;
  declare timelines: EntityTable<TimelineRow, 'orderId'>;
  /** Whether another tab has removed it: the person has left there, though the session may not say so here yet. */
  removedElsewhere = false;

  constructor(uid: string, memory?: Memory) {
    super(`${prefix}${uid}`, memory);
    this.version(1).stores({
      orders: '_id, createdAt',
      profile: 'email',
      drafts: 'key',
      outbox: 'id, createdAt, status',
      meta: 'key',
    });
    this.version(2).stores({ timelines: 'orderId' });
    this.orders.hook('reading', complete);
    this.on('versionchange', (event) => {
      this.removedElsewhere ||= event.newVersion === null;
    });
    // An opening that was on its way when the person left, here or elsewhere, would make the database anew.
    this.on('populate', () => {
      if (this.removedElsewhere || !isSignedIn(uid)) throw new Dexie.DatabaseClosedError();
    });
  }
}

let opened: { uid: string; source: DatabaseSource<PersonDb>; stopRepairing: () => void } | null = null;
/** People who have signed out: until they sign in again nothing late may bring their database back. */
const gone = new Set<string>();

function sourceOf(uid: string): DatabaseSource<PersonDb> {
  if (opened?.uid !== uid) {
    opened?.stopRepairing();
    opened?.source.end();
    const source = new DatabaseSource((memory) => new PersonDb(uid, memory));
    const mayRepair = typeof document !== 'undefined' && !gone.has(uid);
    const stopRepairing = mayRepair
      ? repairOnReturn(
          () => source.get(),
          () => isSignedIn(uid) && !source.get().removedElsewhere,
        )
      : () => undefined;
    opened = { uid, source, stopRepairing };
    if (gone.has(uid)) source.end();
  }
  return opened.source;
}

/** The database of this person as it is reached now, opened at its first use, closed for good once they left. */
export const personDb = (uid: string): PersonDb => sourceOf(uid).get();

/** Runs work on a person's database; where the device's turns out to be unusable, once more on the copy in memory. */
export const onPersonDb = <T>(uid: string, work: (db: PersonDb) => Promise<T>): Promise<T> =>
  sourceOf(uid).run(work);

function closeForGood(uid: string): void {
  gone.add(uid);
  if (opened?.uid !== uid) return;
  opened.stopRepairing();
  opened.source.end();
}

function followSession(): void {
  const uid = currentSession().user?.uid;
  if (uid !== undefined && gone.delete(uid) && opened?.uid === uid) opened = null;
  if (opened !== null && opened.uid !== uid) closeForGood(opened.uid);
}
onSessionChange(followSession);

/** What work on a database ends with that is closed: before it begins, in the middle of a transaction, or in its connection. */
const closedErrors = ['DatabaseClosedError', 'AbortError', 'InvalidStateError'];

/** Whether a read or write failed only because the person has left meanwhile. */
export const isAfterLeaving = (error: unknown, uid: string): boolean =>
  error instanceof Error &&
  closedErrors.includes(error.name) &&
  (!isSignedIn(uid) || opened?.source.get().removedElsewhere === true);

/**
 * Runs `read` on a person's database without making it the open one, and only if it exists. It ends with its transaction:
 * a connection that still has one open stands in the way of a removal.
 */
async function lookInto<T>(uid: string, read: (db: PersonDb) => Promise<T>, otherwise: T): Promise<T> {
  if (!(await unlessSilent(Dexie.exists(`${prefix}${uid}`)))) return otherwise;
  const db = new PersonDb(uid);
  try {
    return await db.transaction('r', db.outbox, () => read(db));
  } finally {
    db.close();
  }
}

/** Work that the shop has not confirmed: saved, on its way or refused. */
export function countUnsent(uid: string): Promise<number> {
  const count = (db: PersonDb) => db.outbox.where('status').notEqual('accepted').count();
  const present = opened?.uid === uid ? opened.source.get() : null;
  return present?.isStandIn ? count(present) : lookInto(uid, count, 0);
}

/** Removes everything that this device keeps about a person. */
export async function removePersonDb(uid: string): Promise<void> {
  closeForGood(uid);
  removeMirroredDrafts(uid);
  const doomed = new Dexie(`${prefix}${uid}`);
  // A transaction that is just ending holds the removal up for a moment. False: Dexie would only write to the console.
  doomed.on('blocked', () => false);
  await doomed.delete().catch((error: unknown) => {
    if (storageTrouble.get() !== 'nothing-kept') throw error;
  });
}

/** Removes what earlier people left behind, except a database that still holds their unsent work. */
export async function forgetOtherPeople(uid: string): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  const others = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  for (const other of others.filter((each) => each !== uid)) {
    // They may have come back while another one's database was being removed.
    if ((await countUnsent(other)) === 0 && !isSignedIn(other)) await removePersonDb(other);
  }
}
