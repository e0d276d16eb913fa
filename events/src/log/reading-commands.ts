import { createHash } from 'node:crypto';
import { entriesAfterScript, entriesAtScript, outlineScript, readScript } from './scripts.ts';

/** Commands that write nothing, as far as anybody here sends them: any other is taken for one that writes. */
const reading = new Set([
  ...['GET', 'MGET', 'EXISTS', 'TYPE', 'TTL', 'PTTL', 'STRLEN', 'SCAN', 'DBSIZE', 'TIME', 'PING', 'ROLE'],
  ...['HGET', 'HMGET', 'HGETALL', 'HKEYS', 'HLEN', 'HEXISTS', 'HSCAN', 'LRANGE', 'LLEN', 'SMEMBERS', 'SCARD'],
  ...[
    'XRANGE',
    'XREVRANGE',
    'XLEN',
    'XREAD',
    'XINFO',
    'ZRANGE',
    'ZRANGEBYSCORE',
    'ZSCORE',
    'ZMSCORE',
    'ZCARD',
    'ZCOUNT',
  ],
  ...[
    'INFO',
    'CONFIG',
    'CLIENT',
    'MEMORY',
    'WAIT',
    'HELLO',
    'AUTH',
    'SELECT',
    'SENTINEL',
    'EVAL_RO',
    'EVALSHA_RO',
  ],
]);

const readingScripts = new Set(
  [readScript, outlineScript, entriesAfterScript, entriesAtScript].map((script) =>
    createHash('sha1').update(script).digest('hex'),
  ),
);

/** Whether a command changes nothing that the shop keeps: one that says so itself, or a script that is flagged so. */
export function isReading(words: readonly (string | Buffer)[]): boolean {
  const name = String(words[0]).toUpperCase();
  if (name === 'EVALSHA') return readingScripts.has(String(words[1]));
  if (name === 'EVAL') return String(words[1]).startsWith('#!lua flags=no-writes');
  return reading.has(name);
}
