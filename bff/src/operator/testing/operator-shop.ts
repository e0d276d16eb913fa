import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { newPerson, TestShop } from '../../payments/testing/test-shop.ts';
import { type OperatorRun, runInShell, runOperator } from './run-operator.ts';

/** A shop with some orders and a picture, an empty Redis beside it, and commands that are run on either. */
export interface OperatorShop {
  shop: TestShop;
  empty: TestRedis;
  /** Its data folder, and a place for files. */
  dir: string;
  /** One of its orders. */
  orderId: string;
  /** The environment of a command; `changed` counts more. */
  variables(changed?: Readonly<Record<string, string>>): Record<string, string>;
  run(args: readonly string[], changed?: Readonly<Record<string, string>>): Promise<OperatorRun>;
  /** Runs a line of bash in which "$@" is the command. */
  inShell(line: string, args: readonly string[]): Promise<OperatorRun>;
  stop(): Promise<void>;
}

/** Opens such a shop. */
export async function openOperatorShop(): Promise<OperatorShop> {
  const dir = await mkdtemp(join(tmpdir(), 'karigar-operator-'));
  await mkdir(join(dir, 'images'));
  await writeFile(join(dir, 'images', 'a1b2-800.webp'), Buffer.from([1, 2, 3, 0, 255]));
  const shop = await TestShop.start();
  const empty = await startRedis();
  const toolId = await shop.newTool(100);
  let orderId = '';
  for (let turn = 0; turn < 20; turn += 1) orderId = (await shop.newOrder(toolId, newPerson())).id;
  const variables = (changed = {}) => ({ DATA_DIR: dir, REDIS_URL: shop.redisUrl, ...changed });
  return {
    shop,
    empty,
    dir,
    orderId,
    variables,
    run: (args, changed) => runOperator(args, variables(changed)),
    inShell: (line, args) => runInShell(line, args, variables()),
    stop: async () => {
      await shop.stop();
      await empty.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
