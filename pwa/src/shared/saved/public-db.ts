import type { Review, Tool } from '@karigar/bff/contracts';
import Dexie, { type EntityTable } from 'dexie';
import { guardDatabase } from './database-guard.ts';

/** A small fact about the saved data: `value` by key ('tools.etag', 'tools.savedAt', 'config' …). */
export interface MetaRow {
  key: string;
  value: unknown;
}

/** What everyone may see, kept on the device. Versions are additive only; old ones stay listed. */
export class PublicDb extends Dexie {
  declare tools: EntityTable<Tool, '_id'>;
  declare reviews: EntityTable<Review, '_id'>;
  declare meta: EntityTable<MetaRow, 'key'>;

  constructor(name = 'karigar-public') {
    super(name);
    this.version(1).stores({ tools: '_id, createdAt', reviews: '_id, createdAt', meta: 'key' });
    guardDatabase(this);
  }
}

/** The one public database of this page. */
export const publicDb = new PublicDb();
