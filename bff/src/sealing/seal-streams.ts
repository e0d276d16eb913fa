import { redisKeys, type ScanConnection } from '@karigar/events';
import { normalEmail } from '../identity/person.ts';

/** Entries per read. */
const perRead = 500;

/** An address as it stands in a text, without what surrounds it. */
const address = /[^\s"'<>()[\]{},;:\\]+@[\w.-]*\w/g;

/** Puts the account in the place of each address in a text; `unknown` where nobody has it. */
export function withoutAddresses(text: string, accounts: ReadonlyMap<string, string>): string {
  return text.replace(address, (email) => accounts.get(normalEmail(email)) ?? 'unknown');
}

/** Streams in which releases before wrote addresses: what admins did, and what operators and the shop itself did. */
const streams = ['audit', 'ops'] as const;

/** Whether the audit names admins by their address, as its oldest entry tells. */
export async function isAuditClear(redis: ScanConnection): Promise<boolean> {
  const [entry] = await redis.xrange(redisKeys.audit, '-', '+', 'COUNT', 1);
  return entry?.[1].some((field) => /^admin:.*@/.test(field)) ?? false;
}

/** Writes these streams anew, entry by entry under the same ids, with accounts in the place of addresses. */
export async function sealStreams(
  redis: ScanConnection,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const stream of streams) {
    const key = redisKeys[stream];
    const written = redisKeys.rewriting(stream);
    await redis.unlink(written);
    for (let after = '0-0'; ; ) {
      const entries = await redis.xrange(key, `(${after}`, '+', 'COUNT', perRead);
      const last = entries.at(-1);
      if (last === undefined) {
        if ((await redis.eval(replaceScript, 2, key, written, after)) === 'OK') break;
        continue;
      }
      const pipeline = redis.pipeline();
      for (const [id, fields] of entries)
        pipeline.xadd(written, id, ...fields.map((field) => withoutAddresses(field, accounts)));
      for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
      after = last[0];
    }
  }
}

/**
 * Servers may add a note until they see that the shop is closed.
 *
 * KEYS stream, what takes its place   ARGV the last id that was read
 * Answers OK | MORE
 */
const replaceScript = `#!lua
if #redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', 1) > 0 then return 'MORE' end
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('RENAME', KEYS[2], KEYS[1]) end
return 'OK'
`;
