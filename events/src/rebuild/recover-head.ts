import { beginEpoch } from '../log/epoch.ts';
import { chainHash, storedEvent } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError, StoreClosedError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { readHead } from '../log/store-head.ts';

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
  const [kept, found, info] = await client.run((connection) =>
    Promise.all([
      connection.hGet(redisKeys.meta, 'shop'),
      connection.xRevRange(redisKeys.events, '+', '-', { COUNT: 1 }),
      connection.info('replication'),
    ]),
  );
  const last = found?.[0];
  // Read after the last event: an open shop appends in between.
  const head = await readHead(client).catch((error: unknown) => {
    if (error instanceof StoreClosedError && error.reason === 'headless') return null;
    throw error;
  });
  if (kept !== null && shop !== undefined && shop !== kept)
    throw new Error(`This log belongs to the shop ${kept}, as it says itself: start again without --shop`);
  if (head !== null && Number.parseInt(last?.id ?? '0', 10) <= head.seq) return;
  if (last === undefined) throw new StoreClosedError('remains');
  const seq = Number.parseInt(last.id, 10);
  const { ts, hash } = last.message;
  if (last.id !== `${seq}-0` || ts === undefined || hash === undefined)
    throw new LogDamagedError(seq, 'it is no event');
  const known = kept ?? shop;
  if (known === undefined) throw new StoreClosedError('headless');
  await recoverBorder(store, known);
  const begun = beginEpoch(knownEpoch + 1, info);
  await client.run(async (connection) => {
    if (await connection.hSetNX(redisKeys.meta, 'epoch', begun.epoch))
      await connection.hSet(redisKeys.meta, 'replid', begun.replid);
    await connection.hDel(redisKeys.meta, ['gen', 'fence']);
    await connection.hSet(redisKeys.meta, { seq, ts, hash, shop: known, code: 'rebuild-needed' });
  });
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
  await client.run((connection) => connection.hSet(redisKeys.meta, { trimSeq: border, trimHash: hash }));
}
