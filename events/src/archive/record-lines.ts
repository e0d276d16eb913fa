import { z } from 'zod';
import { RecordLine } from '../backup/backup-lines.ts';

/** The first line of an object of records: what it is, and the sha256 of the object of its base before it. */
export const RecordsHeader = z.strictObject({
  t: z.literal('records'),
  format: z.literal(1),
  shop: z.string(),
  base: z.string(),
  n: z.int().min(0),
  kind: z.enum(['part', 'base', 'delta']),
  /** When it was so (ms), and the last event of the log then. */
  time: z.int().min(0),
  seq: z.int().min(0),
  epoch: z.int().min(0),
  previous: z.string().nullable(),
});
/** The first line of an object of records. */
export type RecordsHeader = z.infer<typeof RecordsHeader>;

/** A record, part of one, or that what was kept under a key so far counts no more: what stands behind that takes its place. */
export const RecordChange = z.union([z.strictObject({ t: z.literal('gone'), k: z.string() }), RecordLine]);
/** A record, part of one, or that one is gone. */
export type RecordChange = z.infer<typeof RecordChange>;
