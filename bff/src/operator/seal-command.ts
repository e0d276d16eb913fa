import {
  DeadlineClient,
  destroyUnsealed,
  needsSealing,
  redisKeys,
  type ScanConnection,
  type SealingStep,
  sealLog,
} from '@karigar/events';
import { cachedKeys } from '../personal/cached-keys.ts';
import { keysIn } from '../personal/key-folder.ts';
import { openKeysOfShop } from '../personal/keys-of-shop.ts';
import { openPersonal } from '../personal/personal.ts';
import { accountsByAddress } from '../sealing/accounts-by-address.ts';
import { recordsAreClear, sealRecords } from '../sealing/seal-records.ts';
import { shopSealer } from '../sealing/shop-sealer.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';
import { dataKeysToBeginWith } from './shop-settings.ts';

const redisTimeoutMs = 30_000;

/** `seal`: everybody who can be read in a log and in the records of an older release is sealed; or what that leaves is destroyed. */
export async function seal(context: CommandContext, options: { destroyOld: boolean }): Promise<number> {
  const connection = await context.scan();
  if (options.destroyOld) return destroyOld(context, connection);
  const { output } = context;
  if (!(await isShopClear(connection))) {
    output.result({ sealed: false }, () =>
      output.line('Nothing is to be done: nobody can be read in this shop.'),
    );
    return 0;
  }
  const events = Number(await connection.hget(redisKeys.meta, 'seq'));
  await context.confirm(
    `The shop will be closed while its past is sealed (${events} events), about two minutes per million.`,
  );
  const started = performance.now();
  await sealPast(context, connection);
  const seconds = (performance.now() - started) / 1_000;
  output.result({ sealed: true, events, seconds }, () => {
    output.line(
      `Sealed ${events} events and the records of people in ${seconds.toFixed(1)} s; the shop is open again.`,
    );
    output.line(
      'The old log is kept: check the shop, then destroy it with npm run orders -- seal --destroy-old',
    );
  });
  return (await recordNote(context, 'seal', { events, seconds: Math.round(seconds) })) ? 0 : 1;
}

/**
 * Seals a shop that was just restored from a backup in which people can be read, and keeps nothing of what the file holds anyway. Answers
 * whether it was such a backup. Throws `OperatorError` without DATA_KEY.
 */
export async function sealRestored(context: CommandContext): Promise<boolean> {
  const connection = await context.scan();
  if (!(await isShopClear(connection))) return false;
  context.output.line('People can be read in this backup: its past is sealed now.');
  await sealPast(context, connection);
  await destroyUnsealed(connection, context.signal);
  return true;
}

const isShopClear = async (connection: ScanConnection): Promise<boolean> =>
  (await needsSealing(connection)) || (await recordsAreClear(connection));

async function sealPast(context: CommandContext, connection: ScanConnection): Promise<void> {
  const { shop, output, signal } = context;
  await context.shareDataDir();
  const client = new DeadlineClient(shop.redisUrl, 'karigar-operator', redisTimeoutMs);
  const dataKeys = await dataKeysToBeginWith(shop);
  const keys = await openKeysOfShop(client, keysIn(shop.dataDir), async () => dataKeys).catch(
    async (error: unknown) => {
      await client.close();
      throw error;
    },
  );
  const progress = output.progress('seal', 'events');
  let isSwapped = false;
  const onStep = (step: SealingStep): void => {
    if (step.step === 'swapped' || step.step === 'records') isSwapped = true;
    if ('seq' in step) progress.update(doneBefore[step.step] * step.head + step.seq, 3 * step.head);
  };
  try {
    const personal = await openPersonal(
      cachedKeys(keys),
      (trouble, uid) => output.complain(`The key of ${uid} is ${trouble}: see the handbook, 11.`),
      async (uid) => (await connection.exists(redisKeys.account(uid))) === 1,
    );
    const accounts = await accountsByAddress(connection, personal);
    const records = {
      areClear: () => recordsAreClear(connection),
      seal: () => sealRecords(connection, personal, accounts),
    };
    await sealLog(connection, { sealer: shopSealer(personal, accounts), records, onStep, signal });
  } catch (error) {
    if (!isSwapped || !signal.aborted) throw error;
    throw new OperatorError(
      'The log is sealed, and the shop stays closed until npm run orders -- seal has come to its end.',
    );
  } finally {
    progress.stop();
    await keys.close();
    await client.close();
  }
}

/** Of the three passes through the log, how many come before. */
const doneBefore = { writing: 0, checking: 1, rebuilding: 2 } as const;

async function destroyOld(context: CommandContext, connection: ScanConnection): Promise<number> {
  const { output, signal } = context;
  await context.log();
  await context.confirm('The log from before the sealing will be destroyed for ever.');
  const destroyed = await destroyUnsealed(connection, signal);
  output.result({ destroyed }, () => {
    output.line(
      destroyed
        ? 'The old log is destroyed, and the append-only file was written anew.'
        : 'There was no old log; the append-only file was written anew.',
    );
    output.line(
      'What else still holds it: exports, replicas’ files, snapshots of disks. See the handbook, 12.',
    );
  });
  return (await recordNote(context, 'seal', { destroyed })) ? 0 : 1;
}
