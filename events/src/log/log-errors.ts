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
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LogUnavailableError';
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

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
