import { openOrderLog, StoreClosedError } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';

/** `create`: the store of a new shop, in an empty Redis. A server in production never makes one by itself. */
export async function create(context: CommandContext): Promise<number> {
  const { output, shop } = context;
  const { redisUrl: url, replicas } = shop;
  const there = await openOrderLog({ url, mustExist: true }).catch((error: unknown) => {
    if (error instanceof StoreClosedError && error.reason === 'empty') return null;
    throw error;
  });
  if (there !== null) {
    const head = await there.head().finally(() => there.close());
    throw new OperatorError(`This Redis holds the shop ${head.shop} with ${head.seq} events already.`);
  }
  const log = await openOrderLog({ url, replicas });
  try {
    const id = await log.shop();
    output.result({ shop: id }, () => {
      output.line(`Made the store of a new shop: ${id}`);
      output.line('Start its servers now.');
    });
    return (await recordNote(context, 'create', { shop: id })) ? 0 : 1;
  } finally {
    await log.close();
  }
}
