/** The uids of everybody who was erased, as this process knows them: their tokens are refused, however long they would last. */
export type ErasedPersons = Pick<ReadonlySet<string>, 'has' | 'size'>;
