import type { EntityTable, InsertType } from 'dexie';

/** Makes a table hold exactly these rows, touching only what changed, so that open pages redraw only for news. */
export async function replaceRows<T extends { _id: string }>(
  table: EntityTable<T, '_id'>,
  rows: readonly T[],
): Promise<void> {
  const known = new Map((await table.toArray()).map((row) => [row._id, JSON.stringify(row)]));
  const changed = rows.filter((row) => known.get(row._id) !== JSON.stringify(row));
  const wanted = new Set(rows.map((row) => row._id));
  const gone = [...known.keys()].filter((id) => !wanted.has(id));
  if (changed.length > 0) await table.bulkPut(changed as unknown as InsertType<T, '_id'>[]);
  if (gone.length > 0) await table.bulkDelete(gone as Parameters<typeof table.bulkDelete>[0]);
}
