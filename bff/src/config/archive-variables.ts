import type { z } from 'zod';
import { atLeastOne, wholeNumber } from './variables.ts';

/** How the archive of the shop is written. */
interface ArchiveSettings {
  /** How often what is new is written (s); 0 = never. */
  readonly everySeconds: number;
  /** For how many days the plain records of any moment can be told. */
  readonly keepDays: number;
}

/** Reads what the environment says of the archive. */
export const archiveVariables = (
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
): ArchiveSettings => ({
  everySeconds: read(
    'ARCHIVE_SECONDS',
    wholeNumber(10, 3_600, 'must be a whole number of seconds from 0 to 3600, 0 for no archive'),
  ),
  keepDays: read(
    'ARCHIVE_RECORD_DAYS',
    atLeastOne(35, 3_650, 'must be a whole number of days from 1 to 3650'),
  ),
});
