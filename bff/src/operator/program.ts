import { Command as Program } from 'commander';
import { archiveCommands } from './archive-commands.ts';
import { option } from './arguments.ts';
import { checkingCommands } from './checking-commands.ts';
import { eraseCommand } from './erase-command.ts';
import { keysCommand } from './keys-command.ts';
import { mailCommand } from './mail-command.ts';
import { openCommand } from './open-command.ts';
import { orderCommands } from './order-commands.ts';
import { paymentsCommand } from './payments-command.ts';
import { restoreCommands } from './restore-commands.ts';
import { runCommand, type Surroundings } from './run-command.ts';
import { shopCommands } from './shop-commands.ts';
import { toolsCommand } from './tools-command.ts';

/** The table of commands, in the order of the help. */
const commands = [
  ...orderCommands,
  ...shopCommands,
  ...checkingCommands,
  paymentsCommand,
  eraseCommand,
  mailCommand,
  toolsCommand,
  keysCommand,
  ...archiveCommands,
  ...restoreCommands,
  openCommand,
];

/** A list, because free text in the records is kept for ever and may name a person. */
const usualReasons = [
  ...[
    'routine',
    'opening',
    'release',
    'move',
    'audit',
    'doubt',
    'damaged',
    'void-event',
    'lost',
    'leaked',
    'replaced',
  ],
  ...['memory', 'new', 'prices', 'stock', 'asked', 'measurement', 'test', 'other'],
];

/**
 * Makes the operator's command line of the table. `onEnd` is told the exit code: 0 when all is well, 1 for a difference, refusal or fault, 130 when stopped by
 * Ctrl-C.
 */
export function operatorProgram(around: Surroundings, onEnd: (code: number) => void): Program {
  const { stdout, stderr } = around.streams;
  const program = new Program('npm run orders --')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .description('Look after the orders of a running shop. No command can damage the log.')
    .showHelpAfterError('(add --help for what this command takes)')
    .addHelpText(
      'after',
      '\nThe shop is found through DATA_DIR (default .data), or REDIS_URL. Exit code 1 on any difference.',
    );
  for (const row of commands) {
    const { usage, help, example, options = [], yes, reasons = usualReasons } = row;
    const added = program
      .command(usage)
      .description(help)
      .addHelpText('after', `\nExample: npm run orders -- ${example}\n`)
      .option('--json', 'print the result as JSON, for machines')
      .option('--who <name>', 'your name in the records (default: your login)')
      .addOption(option('--why <word>', 'your reason in the records').choices(reasons));
    for (const one of options) added.addOption(one);
    if (yes !== undefined) added.option('--yes', yes);
    added.action(async () => {
      const given = added.registeredArguments.map((one, n) => [one.name(), added.args[n]]);
      onEnd(await runCommand(row, added.name(), { ...added.opts(), ...Object.fromEntries(given) }, around));
    });
  }
  return program;
}
