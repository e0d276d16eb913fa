import type { z } from 'zod';
import { atLeastOne, optional, text, wholeNumber } from './variables.ts';

/** How the archive of the shop is written, and whether the shop itself is one out of an archive. */
export interface ArchiveSettings {
  readonly archive: {
    /** How often what is new is written (s); 0 = never. */
    readonly everySeconds: number;
    /** For how many days the plain records of any moment can be told. */
    readonly keepDays: number;
  };
  /** The moment as of which the shop is shown, in which nothing can be changed, as `open` sets it. Null for a shop that sells. */
  readonly asOf: string | null;
}

/** Reads what the environment says of the archive. */
export const archiveVariables = (
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
): ArchiveSettings => ({
  archive: {
    everySeconds: read(
      'ARCHIVE_SECONDS',
      wholeNumber(10, 3_600, 'must be a whole number of seconds from 0 to 3600, 0 for no archive'),
    ),
    keepDays: read(
      'ARCHIVE_RECORD_DAYS',
      atLeastOne(35, 3_650, 'must be a whole number of days from 1 to 3650'),
    ),
  },
  asOf: read('AS_OF', optional(text)),
});
