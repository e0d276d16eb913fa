import { filePath } from './arguments.ts';
import type { Add, Run } from './command-context.ts';
import { exportShop } from './export-command.ts';
import { importShop } from './import-command.ts';

/** Adds the commands that write a whole shop away and bring it back. */
export function addBackup(add: Add, run: Run): void {
  add(
    'export',
    'Write the whole shop into one file, or into the storage of objects, while it is open',
    'export friday.ndjson.gz',
    'export --to-objects',
  )
    .argument('[file]', 'its path', filePath)
    .option('--to-objects', 'keep it in the storage that OBJECTS_URL names', false)
    .action((file, options) => run(options, (context) => exportShop(context, file, options)));
  add(
    'import',
    'Restore a backup into an empty Redis',
    'import friday.ndjson.gz --yes',
    'import friday.ndjson.gz --as-copy --yes',
    'import --from-objects 6f1c…/2026-11-21T22-48-17.418Z --yes',
  )
    .argument('[file]', 'its path', filePath)
    .option('--from-objects <name>', 'an export that is kept in the storage of objects')
    .option('--as-copy', 'give the restored shop an id of its own, for a copy beside the original', false)
    .option('--yes', 'do not ask', false)
    .action((file, options) => run(options, (context) => importShop(context, file, options)));
}
