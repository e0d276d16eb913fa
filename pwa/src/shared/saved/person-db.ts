import type { Order, OrderTimelineEntry, Profile } from '@karigar/bff/contracts';
import { currentSession, isSignedIn, onSessionChange } from '../session/session-store.ts';
import { storageTrouble } from '../web-storage.ts';
import { removeDrafts } from './draft.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { SavedStore } from './saved-store.ts';
import type { Keys, Tables } from './tables.ts';

/** What belongs to one person, kept on the device until they sign out. Times in ms. */
export interface PersonRows {
  orders: Order;
  /** What a reading of one order by itself has shown; an order that the shop doesn't have (any more) has no entries. */
  timelines: { orderId: string; entries: OrderTimelineEntry[]; savedAt: number };
  outbox: OutboxEntry;
  facts:
    | { key: 'profile'; value: Profile | null; savedAt: number }
    /** `oldest`: the list was read back to this time of creation; '' when it was read to its end. */
    | { key: 'list'; total: number; oldest: string; savedAt: number }
    /** The id of the last live message. */
    | { key: 'live'; id: string }
    | { key: 'erasure'; at: string | null };
}

/** The saved tables of one person. */
export type PersonTables = Tables<PersonRows>;

const prefix = 'karigar-person-';
const keys: Keys<PersonRows> = {
  orders: '_id',
  timelines: 'orderId',
  outbox: 'id',
  facts: 'key',
};

/** Loaded when a database is needed: no page waits for it. */
const device = () => import('./device-tables.ts');

let opened: { uid: string; db: SavedStore<PersonRows> } | null = null;

/** The database of this person, opened at its first use and closed when they leave. */
export function personDb(uid: string): SavedStore<PersonRows> {
  if (opened?.uid === uid) return opened.db;
  const db = new SavedStore(prefix + uid, keys, () => isSignedIn(uid));
  if (!isSignedIn(uid)) return db;
  close();
  opened = { uid, db };
  return db;
}

function close(): void {
  opened?.db.close();
  opened = null;
}
onSessionChange(() => {
  if (opened !== null && opened.uid !== currentSession().user?.uid) close();
});

/** One fact about a person's saved data; undefined while unknown. */
export const factOf = async <Key extends PersonRows['facts']['key']>({ facts }: PersonTables, key: Key) =>
  (await facts.get(key)) as Extract<PersonRows['facts'], { key: Key }> | undefined;

/** Whether the person has left, here or in another tab: reads and writes that were begun before fail then. */
export const hasLeft = (uid: string): boolean => personDb(uid).isLeft;

const countIn = async ({ outbox }: PersonTables): Promise<number> =>
  (await outbox.all()).filter(({ status }) => status !== 'accepted').length;

/** Counts work that the shop has not confirmed: saved, on its way or refused. Makes no database, and does not keep it open. */
export async function countUnsent(uid: string): Promise<number> {
  if (opened?.uid === uid && opened.db.isMemory) return opened.db.read(countIn);
  const { DeviceTables, hasDatabase } = await device();
  if (!(await hasDatabase(prefix + uid))) return 0;
  const db = new DeviceTables<PersonRows>(prefix + uid, keys, () => false);
  try {
    return await db.read(countIn);
  } finally {
    db.close();
  }
}

/** Removes everything that this device keeps about a person. */
export async function removePersonDb(uid: string): Promise<void> {
  if (opened?.uid === uid) close();
  removeDrafts(uid);
  const { removeDatabase } = await device();
  await removeDatabase(prefix + uid).catch((error: unknown) => {
    if (storageTrouble.get() !== 'nothing-kept') throw error;
  });
}

/** Removes what earlier people left behind, except a database that still holds their unsent work. */
export async function forgetOtherPeople(uid: string): Promise<void> {
  const { databaseNames } = await device();
  const names = await databaseNames();
  const others = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  for (const other of others.filter((each) => each !== uid)) {
    // They may have come back while another one's database was being removed.
    if ((await countUnsent(other)) === 0 && !isSignedIn(other)) await removePersonDb(other);
  }
}
