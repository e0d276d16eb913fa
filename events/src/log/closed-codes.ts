/** Stands in the place of the projection version while a backup is being restored: nobody works with such a store. */
export const restoringCode = 'restoring';
