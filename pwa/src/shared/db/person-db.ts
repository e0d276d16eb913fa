import type { Order, OrderTimelineEntry, Profile } from '@karigar/bff/contracts';
import Dexie, { type EntityTable } from 'dexie';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { guardDatabase } from './database-guard.ts';
import { repairOnReturn } from './lost-connection.ts';
import type { MetaRow } from './public-db.ts';

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

/** What belongs to one person, kept on the device until they sign out. Versions are additive only. */
export class PersonDb extends Dexie {
  declare orders: EntityTable<Order, '_id'>;
  declare profile: EntityTable<Profile, 'email'>;
  declare drafts: EntityTable<DraftRow, 'key'>;
  declare outbox: EntityTable<OutboxEntry, 'id'>;
  declare meta: EntityTable<MetaRow, 'key'>;
  declare timelines: EntityTable<TimelineRow, 'orderId'>;

  constructor(uid: string) {
    super(`${prefix}${uid}`);
    this.version(1).stores({
      orders: '_id, createdAt',
      profile: 'email',
      drafts: 'key',
      outbox: 'id, createdAt, status',
      meta: 'key',
    });
    this.version(2).stores({ timelines: 'orderId' });
    guardDatabase(this);
  }
}

let opened: { uid: string; db: PersonDb } | null = null;

/** The database of this person; the same object at each call, opened at its first use. */
export function personDb(uid: string): PersonDb {
  if (opened?.uid !== uid) {
    opened?.db.close();
    opened = { uid, db: new PersonDb(uid) };
    if (typeof document !== 'undefined') repairOnReturn(opened.db);
  }
  return opened.db;
}

/** Work that the shop has not confirmed: saved, on its way or refused. */
export async function countUnsent(uid: string): Promise<number> {
  if (!(await Dexie.exists(`${prefix}${uid}`))) return 0;
  return personDb(uid).outbox.where('status').notEqual('accepted').count();
}

/** Removes everything that this device keeps about a person. */
export async function removePersonDb(uid: string): Promise<void> {
  if (opened?.uid === uid) {
    opened.db.close();
    opened = null;
  }
  await Dexie.delete(`${prefix}${uid}`);
}

/** Removes what earlier people left behind, except a database that still holds their unsent work. */
export async function forgetOtherPeople(uid: string): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  for (const name of names.filter((each) => each.startsWith(prefix) && each !== `${prefix}${uid}`)) {
    const other = new PersonDb(name.slice(prefix.length));
    const unsent = await other.outbox.where('status').notEqual('accepted').count();
    other.close();
    if (unsent === 0) await Dexie.delete(name);
  }
}
