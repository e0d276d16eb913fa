import { Option } from 'commander';
import { filePath } from './arguments.ts';
import type { Add, Run } from './command-context.ts';
import { promote } from './promote-command.ts';
import { rejoin } from './rejoin-command.ts';

const administrator =
  "\nREDIS_URL names every Redis of the shop, with the login of an administrator of Redis: the shop's own user must not do this.";

/** Adds the commands that say which Redis of several is the primary. */
export function addReplication(add: Add, run: Run): void {
  add(
    'promote',
    'Make another Redis of the shop the one that takes writes, without losing an acknowledged order',
    'promote --to redis-2.internal:6379 --dry-run',
    'promote --to redis-2.internal:6379 --why planned',
    'promote --to redis-2.internal:6379 --why lost --fenced "machine switched off"',
  )
    .requiredOption('--to <host:port>', 'the new primary, as REDIS_URL names it')
    .option('--fenced <how>', 'how you made sure that the nodes that do not answer take no orders any more')
    .option('--dry-run', 'only say what would be done', false)
    .addHelpText('after', administrator)
    .action((options) => run(options, (context) => promote(context, options)));
  add(
    'rejoin',
    'Make a Redis that is up again a replica of the primary, and save the events that only it has before',
    'rejoin --node redis-1.internal:6379 --why returned',
    'rejoin --node redis-1.internal:6379 --save /safe/tails --why returned',
  )
    .requiredOption('--node <host:port>', 'the one that is to follow the primary, as REDIS_URL names it')
    .addOption(
      new Option('--save <folder>', 'where its own events are saved (default: rejoin in DATA_DIR)').argParser(
        filePath,
      ),
    )
    .option('--yes', 'do not ask', false)
    .addHelpText('after', administrator)
    .action((options) => run(options, (context) => rejoin(context, options)));
}
