import { LogDamagedError, LogUnavailableError, PoisonEventError, UnknownSchemaError } from '@karigar/events';

/** A refusal that the operator can do something about; its text is all that is shown. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** What an error's text contains -> what the operator can do. The first that fits counts. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/\bOOM\b/, 'Its memory is full: raise its limit (CONFIG SET maxmemory …), see the handbook, 8.'],
  [/\bREADONLY\b/, 'This Redis is a replica: set REDIS_URL to the one that the shop writes to.'],
  [/\bMISCONF\b/, 'Redis cannot write its file: free room on its disk, see the handbook, 15.'],
  [/\bNOREPLICAS\b/, 'Redis waits for replicas that are not there (min-replicas-to-write).'],
  [/\b(NOAUTH|WRONGPASS|NOPERM)\b/, 'Check user and password in REDIS_URL, and what that user may do.'],
  [/\bWRONGTYPE\b/, 'Another program has written over a key of the shop: its log names it.'],
  [/\bLOADING\b/, 'Redis is still reading its file: try again in a moment.'],
  [/\bENOSPC\b|\bEFBIG\b/, 'Free room on the disk, or choose another place.'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'Choose a place where you may write, or ask for the right to.'],
  [/\bENOENT\b/, 'Is the folder there, and the name right?'],
];

const lostConnection =
  /Connection is closed|Command timed out|Stream isn't writeable|max retries per request|ECONNRESET|EPIPE/;

/** Says what happened and what to do about it, for a person: never a stack. */
export function failureText(error: unknown): string {
  if (error instanceof AggregateError)
    return `${error.message}\n${error.errors.map((one) => failureText(one)).join('\n')}`;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof PoisonEventError)
    return `${message}\nWhat to do: npm run orders -- rebuild --dry-run names every such event; see the handbook, 17.`;
  if (error instanceof UnknownSchemaError)
    return `${message}. A newer release wrote it: use that one; see the handbook, 17.`;
  if (error instanceof LogDamagedError)
    return `${message}. The log is damaged: npm run orders -- verify names every such place; see the handbook, 17.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const remedy = remedies.find(([sign]) => sign.test(message) || sign.test(cause))?.[1];
  if (remedy !== undefined) return `${message.replace(/\.$/, '')}. ${remedy}`;
  if (error instanceof LogUnavailableError && error.cause !== undefined)
    return `${message.replace(/\.$/, '')}. Is the shop running? Start it, or set REDIS_URL to its Redis.`;
  if (lostConnection.test(message))
    return 'The connection to Redis was lost, or Redis does not answer any more. Look after it, then start the same command again.';
  return message;
}
