import type { Review, Tool } from '@karigar/bff/contracts';
import type { EntityTable } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useStore } from '../store.ts';
import { DatabaseSource, storageTurn } from './database-source.ts';
import { type Memory, SavedDb } from './saved-db.ts';

/** A small fact about the saved data: `value` by key ('tools.etag', 'tools.savedAt', 'config' …). */
export interface MetaRow {
  key: string;
  value: unknown;
}

/** What everyone may see, kept on the device. Versions are additive only; old ones stay listed. */
export class PublicDb extends SavedDb {
  declare tools: EntityTable<Tool, '_id'>;
  declare reviews: EntityTable<Review, '_id'>;
  declare meta: EntityTable<MetaRow, 'key'>;

  constructor(memory?: Memory, name = 'karigar-public') {
    super(name, memory);
    this.version(1).stores({ tools: '_id, createdAt', reviews: '_id, createdAt', meta: 'key' });
  }
}

const source = new DatabaseSource((memory) => new PublicDb(memory));

/** The public database, as it is reached now. */
export const publicDb = (): PublicDb => source.get();

/** Runs work on the public database; where the device's turns out to be unusable, once more on the copy in memory. */
export const onPublicDb = <T>(work: (db: PublicDb) => Promise<T>): Promise<T> => source.run(work);

/** What `read` finds in the public database, followed; undefined while unknown. */
export function usePublicQuery<T>(read: (db: PublicDb) => Promise<T>): T | undefined {
  return useLiveQuery(async () => {
    const db = publicDb();
    try {
      return await read(db);
    } catch (error) {
      // Another one takes its place.
      if (db.isUnusable) return undefined;
      throw error;
    }
  }, [useStore(storageTurn)]);
}
