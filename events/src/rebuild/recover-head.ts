import { beginEpoch } from '../log/epoch.ts';
import { chainHash, storedEvent, storedFields } from '../log/event-fields.ts';
import { anyGeneration, generationOf } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError, StoreClosedError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead } from '../log/store-head.ts';

/** The id of a shop was given for a log that has one. */
class ForeignShopError extends Error {
  /** @param own the id that the log has */
  constructor(own: string) {
    super(`This log belongs to the shop ${own}, as it says itself: start again without --shop`);
    this.name = 'ForeignShopError';
  }
}

/**
 * Makes a head that is lost, or behind its log, anew from the last event. The store stays closed until a rebuild has been made. The id of the
 * shop cannot be found in the log, and is not invented. Throws `StoreClosedError` when there is no log, or the id is lost and not given, and
 * `LogDamagedError` when the last entry is no event, or no archive holds the events that are missing before the first.
 *
 * @param shop id of the shop, for a head that is lost
 * @param knownEpoch the highest epoch that the archive of the shop knows: a head whose epoch is lost begins the next one
 */
export async function recoverHead(store: Store, shop: string | undefined, knownEpoch = 0): Promise<void> {
  const { client } = store;
  const [kept, last, info] = await client.run((connection) =>
    Promise.all([
      connection.hGet(redisKeys.meta, 'shop'),
      connection.xRevRange(redisKeys.events, '+', '-', { COUNT: 1 }),
      connection.info('replication'),
    ]),
  );
  // Read after the last event: an open shop appends in between.
  const head = await readHead(client).catch((error: unknown) => {
    if (error instanceof StoreClosedError && error.reason === 'headless') return null;
    throw error;
  });
  if (kept !== null && shop !== undefined && shop !== kept) throw new ForeignShopError(kept);
  if (head !== null && Number.parseInt(last?.[0]?.id ?? '0', 10) <= head.seq) return;
  const known = kept ?? shop;
  if (known !== undefined) await recoverBorder(store, known);
  const { epoch, replid } = beginEpoch(knownEpoch + 1, info);
  const answer = await client.run((connection) =>
    connection.eval(recoverScript, {
      keys: [redisKeys.meta, redisKeys.events],
      arguments: [shop ?? '', epoch, replid],
    }),
  );
  if (answer === 'NO_SHOP') throw new StoreClosedError('headless');
  if (answer === 'NO_LOG') throw new StoreClosedError('remains');
  if (answer !== 'OK') throw new LogDamagedError(Number.parseInt(String(answer), 10) || 0, 'it is no event');
  await markOldGenerations(store);
}

/** Finds where the log in Redis begins: its first event fits one of the events that the archive holds before it. */
async function recoverBorder({ client, events }: Store, shop: string): Promise<void> {
  const [first] = await events.entries(0, 1);
  const isKnown = await client.run((connection) => connection.hExists(redisKeys.meta, 'trimSeq'));
  if (first === undefined || isKnown) return;
  const event = storedEvent(...first);
  const border = event.seq - 1;
  if (border === 0) return;
  const hashes = await events.pastHashesAt(shop, border);
  const hash = hashes.find((before) => chainHash(before, event) === event.hash);
  if (hash === undefined)
    throw new LogDamagedError(
      1,
      `the events before ${event.seq} are missing, and no archive holds those that fit it`,
    );
  await client.run((connection) =>
    connection.hSet(redisKeys.meta, { trimSeq: border, trimHash: hash, trimTs: event.ts }),
  );
}

/** Hands what is left of generations whose numbers are lost to the next clean-up. */
async function markOldGenerations({ client }: Store): Promise<void> {
  let cursor = '0';
  do {
    const page = await client.run((connection) =>
      connection.scan(cursor, { MATCH: anyGeneration, COUNT: 1_000 }),
    );
    for (const key of page.keys) {
      const gen = generationOf(key);
      if (gen !== undefined) await client.run((connection) => connection.hSet(redisKeys.builds, gen, 'old'));
    }
    cursor = page.cursor;
  } while (cursor !== '0');
}

const place = (name: (typeof storedFields)[number]): number => 2 * storedFields.indexOf(name) + 1;

/**
 * KEYS meta ev   ARGV the id of the shop, '' when it is not given; epoch and replid, where the epoch is lost
 * Answers OK | NO_SHOP | NO_LOG | the id of a last entry that is no event
 */
const recoverScript = `#!lua
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
if not last then return 'NO_LOG' end
local seq, fields = string.match(last[1], '^(%d+)-0$'), last[2]
if not seq or fields[${place('ts')}] ~= 'ts' or fields[${place('hash')}] ~= 'hash' then return last[1] end
local shop = redis.call('HGET', KEYS[1], 'shop') or ARGV[1]
if shop == '' then return 'NO_SHOP' end
redis.call('HSET', KEYS[1], 'seq', seq, 'ts', fields[${place('ts') + 1}], 'hash', fields[${place('hash') + 1}],
  'shop', shop, 'code', 'rebuild-needed')
if redis.call('HSETNX', KEYS[1], 'epoch', ARGV[2]) == 1 then redis.call('HSET', KEYS[1], 'replid', ARGV[3]) end
redis.call('HDEL', KEYS[1], 'gen', 'fence')
return 'OK'
`;
