import {
  LogDamagedError,
  LostEventsError,
  OtherHistoryError,
  PoisonEventError,
  ReadModelDamagedError,
  UnknownSchemaError,
} from '@karigar/events';

/** A refusal that the operator can do something about; its text is all that is shown. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

type Sign = RegExp | (abstract new (...args: never) => Error);

/** The class of an error, or what its text contains -> what the operator can do. The first that fits counts. */
const remedies: readonly (readonly [Sign, string])[] = [
  [PoisonEventError, 'npm run orders -- verify names every such event; see the handbook, 17.'],
  [UnknownSchemaError, 'A newer release wrote it: use that one; see the handbook, 17.'],
  [
    LogDamagedError,
    'The log is damaged: npm run orders -- verify names every such place; see the handbook, 17.',
  ],
  [LostEventsError, 'See the handbook, 17 and 18.'],
  [ReadModelDamagedError, 'npm run orders -- replay <order> tells what the log says of it.'],
  [OtherHistoryError, 'Start the same command again.'],
  [/\bOOM\b/, 'Its memory is full: raise its limit (CONFIG SET maxmemory …), see the handbook, 8.'],
  [/\bREADONLY\b/, 'This Redis is a replica: set REDIS_URL to the one that the shop writes to.'],
  [/\bMISCONF\b/, 'Redis cannot write its file: free room on its disk, see the handbook, 15.'],
  [
    /\bNOREPLICAS\b/,
    'Redis waits for replicas that are not there (min-replicas-to-write): start them, see the handbook, 16.',
  ],
  [
    /\bNOPERM\b|user executing the script can't/,
    'This Redis user may not do that; trim has a user of its own, in REDIS_TRIM_URL: see GOING-LIVE.md, Users of Redis.',
  ],
  [/\b(NOAUTH|WRONGPASS)\b/, 'Check user and password in REDIS_URL.'],
  [
    /\bWRONGTYPE\b/,
    'Another program has written over a key of the shop, which the log of the servers names: see the handbook, 17.',
  ],
  [/\bLOADING\b/, 'Redis is still reading its file: try again in a moment.'],
  [/\bENOSPC\b|\bEFBIG\b/, 'Free room on the disk, or choose another place.'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'Choose a place where you may write, or ask for the right to.'],
  [/\bEEXIST\b/, 'Give another name.'],
  [/\bEISDIR\b/, 'Give the name of a file.'],
  [/\bENOENT\b/, 'Is the folder there, and the name right?'],
  [
    /Redis is not available|No Redis answers/,
    'Is the shop running? Start it, or set REDIS_URL to its Redis.',
  ],
  [
    /Connection is closed|Command timed out|Stream isn't writeable|max retries per request|ECONNRESET|EPIPE/,
    'The connection to Redis was lost. Check Redis, then start the same command again.',
  ],
];

/** Says what happened and what to do about it, for a person: never a stack. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (error instanceof AggregateError)
    return `${message}\n${error.errors.map((one) => failureText(one)).join('\n')}`;
  const said = `${message} ${cause instanceof Error ? cause.message : ''}`;
  const remedy = remedies.find(([sign]) =>
    sign instanceof RegExp ? sign.test(said) : error instanceof sign,
  )?.[1];
  return remedy === undefined ? message : `${message.replace(/\.$/, '')}. ${remedy}`;
}
