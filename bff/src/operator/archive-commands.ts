import type { Command } from 'commander';
import { archive } from './archive-command.ts';
import { archiveMoment } from './archived-shop.ts';
import { age, shopId, wholeNumber } from './arguments.ts';
import type { Add, Run } from './command-context.ts';
import { exportShop } from './export-command.ts';
import { open } from './open-command.ts';
import { restore } from './restore-command.ts';
import { trim } from './trim-command.ts';

/** Adds the commands of the archive: have it written, leave old events to it, restore a shop out of it, look at one. */
export function addArchive(add: Add, run: Run): void {
  add(
    'archive',
    'Have a server write the archive at once; mends what it can, says where it ends and what is wrong with it',
    'archive',
    'archive --check --json',
  )
    .option('--check', 'read every segment back, however long that takes', false)
    .action((options) => run(options, (context) => archive(context, options)));
  add(
    'trim',
    'Have old events of finished orders leave Redis, once the archive has given them back; asks before',
    'trim --older-than 400d',
    'trim --older-than 400d --yes --why routine',
  )
    .requiredOption(
      '--older-than <age>',
      'only events older than this, of orders in which nothing has happened since: 400d',
      age,
    )
    .option('--yes', 'do not ask', false)
    .action((options) => run(options, (context) => trim(context, options)));
  add(
    'export',
    'Write an archive of the whole shop into a folder or a bucket, while the shop is open; a later export into the same place adds what is new',
    'export /safe/karigar',
    'export https://s3.example/backup/karigar',
  )
    .argument('<address>', 'the folder or the bucket')
    .action((address, options) => run(options, (context) => exportShop(context, address)));
  addRestoring(
    add(
      'import',
      'Restore the shop out of an archive in another place into an empty Redis, with its pictures',
      'import /safe/karigar --yes --why lost',
      'import https://s3.example/backup/karigar --as-copy --yes',
    ).argument('<address>', 'the folder or the bucket'),
  ).action((address, options) => run(options, (context) => restore(context, address, options)));
  addRestoring(
    add(
      'restore',
      'Restore the shop out of the archive of its servers into an empty Redis, as it was at any moment',
      'restore --yes --why lost',
      'restore --as-of 2026-11-21T18:30:00Z --as-copy',
      'restore --as-of 1204',
    ),
  ).action((options) => run(options, (context) => restore(context, undefined, options)));
  add(
    'open',
    'Open the whole shop as it was on a port of this machine, only to be looked at, until Ctrl-C',
    'open --as-of 2026-11-21T18:30:00Z',
    'open --as-of 1204 --port 8899',
  )
    .requiredOption('--as-of <moment>', 'an event or a time', archiveMoment)
    .option('--port <n>', 'where (default: a free port)', wholeNumber, 0)
    .option('--from <address>', 'the storage of objects (default: OBJECTS_URL, as the servers have it)')
    .option('--shop <id>', 'whose archive, where the storage holds several', shopId)
    .action((options) => run(options, (context) => open(context, options)));
}

const addRestoring = (command: Command): Command =>
  command
    .option('--shop <id>', 'whose archive, where the storage holds several', shopId)
    .option('--as-of <moment>', 'an event or a time (default: as late as the archive knows)', archiveMoment)
    .option('--as-copy', 'give the restored shop an id of its own, for a copy beside the original', false)
    .option('--yes', 'do not ask', false);
