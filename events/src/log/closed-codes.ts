/** Stands in the place of the projection version while a backup is being restored: nobody works with such a store. */
export const restoringCode = 'restoring';
/** The same while the persons of a log are being sealed. */
export const sealingCode = 'sealing';
/** The same when the sealed log has taken the place of the old one, and its read models are not built yet. */
export const swappedCode = 'sealing:swapped';
