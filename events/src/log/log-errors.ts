/**
 * Redis is away, answers too late, is full, or holds read models that this release may not write. For a write the outcome
 * is unknown: the same command may be sent again and will not happen twice. HTTP answers 503.
 */
export class LogUnavailableError extends Error {
  /**
   * @param message what failed, in words an operator understands
   * @param cause the error of the client library, if there was one
   */
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LogUnavailableError';
  }
}

/** Why a store cannot be used, and what to do about it. */
const closedBecause = {
  empty:
    'There is no order log in this Redis. Is REDIS_URL right? A lost shop comes back with "npm run orders -- import", a new one is made with "npm run orders -- create"',
  headless:
    'The head of the order log is lost, though its events are there: "npm run orders -- rebuild --shop <id>" makes it anew. The id of the shop is the name of its folder in the archive and in every export',
  remains:
    'The order log of this Redis is gone, and other records of its shop are left. Restore a backup into an empty Redis: "npm run orders -- import"',
  overwritten:
    'Rename it; then "npm run orders -- rebuild --shop <id>" makes a lost head anew, and "npm run orders -- import" restores a lost log into an empty Redis',
  behind:
    'The head of the order log is behind the last event, so somebody has changed it: "npm run orders -- rebuild" makes it anew',
  restoring:
    'A backup is being restored into this store, or its restore was cut off: then start the import again',
};

/** A store that holds no shop, or only a part of one. It opens when an operator has made it whole. HTTP answers 503. */
export class StoreClosedError extends LogUnavailableError {
  readonly reason: keyof typeof closedBecause;

  /**
   * @param reason what the store lacks
   * @param finding what was found where, if the reason alone does not say it
   */
  constructor(reason: keyof typeof closedBecause, finding?: string) {
    super(finding === undefined ? closedBecause[reason] : `${finding}. ${closedBecause[reason]}`);
    this.name = 'StoreClosedError';
    this.reason = reason;
  }
}

/**
 * The read models hold something else than the log says of an order, or nothing at all. Nothing was written; a rebuild makes them
 * anew. HTTP answers 503.
 */
export class ReadModelDamagedError extends Error {
  /** @param message what is wrong with which order */
  constructor(message: string) {
    super(`${message}: run a rebuild`);
    this.name = 'ReadModelDamagedError';
  }
}

/**
 * A record beside the log, which no rebuild can make anew, cannot be read: its key was written over. Nothing was written. HTTP answers
 * 503.
 */
export class RecordDamagedError extends Error {
  /** @param message which key holds what */
  constructor(message: string) {
    super(`${message}: rename it, and restore what it held from a backup`);
    this.name = 'RecordDamagedError';
  }
}

/**
 * An event of a type or schema version that this release does not know. It refuses to write the order instead of guessing;
 * a newer release can. HTTP answers 503.
 */
export class UnknownSchemaError extends Error {
  readonly eventType: string;
  readonly schema: number;

  /**
   * @param eventType the stored type, such as `order.paid`
   * @param schema the stored schema number
   */
  constructor(eventType: string, schema: number) {
    super(`This release does not know the event ${eventType} with schema ${schema}`);
    this.name = 'UnknownSchemaError';
    this.eventType = eventType;
    this.schema = schema;
  }
}

/**
 * The log holds something that must not be there: a gap, a broken chain, data that no schema accepts. `seq` names the
 * first event concerned.
 */
export class LogDamagedError extends Error {
  readonly seq: number;

  /**
   * @param seq position in the log, from 1
   * @param message what is wrong there
   */
  constructor(seq: number, message: string) {
    super(`Event ${seq}: ${message}`);
    this.name = 'LogDamagedError';
    this.seq = seq;
  }
}

/** The log does not hold the event that its reader has read last: another Redis took over without it, or a backup was restored. */
export class OtherHistoryError extends Error {
  readonly seq: number;

  /** @param seq the event that was read last */
  constructor(seq: number) {
    super(`Event ${seq} is not in the log any more: the log has another history now`);
    this.name = 'OtherHistoryError';
    this.seq = seq;
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
