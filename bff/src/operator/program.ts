import { Command as Program } from 'commander';
import { archiveCommands } from './archive-commands.ts';
import { option } from './arguments.ts';
import { checkingCommands } from './checking-commands.ts';
import { eraseCommand } from './erase-command.ts';
import { keysCommand } from './keys-command.ts';
import { openCommand } from './open-command.ts';
import { orderCommands } from './order-commands.ts';
import { restoreCommands } from './restore-commands.ts';
import { runCommand, type Surroundings } from './run-command.ts';
import { shopCommands } from './shop-commands.ts';
import { toolsCommand } from './tools-command.ts';

/** The table of commands, in the order of the help. */
const commands = [
  ...orderCommands,
  ...shopCommands,
  ...checkingCommands,
  eraseCommand,
  toolsCommand,
  keysCommand,
  ...archiveCommands,
  ...restoreCommands,
  openCommand,
];

/** A list, because free text in the records is kept for ever and may name a person. */
const usualReasons = [
  'routine',
  'opening',
  'release',
  'damaged',
  'void-event',
  'lost',
  'replaced',
  'memory',
  'prices',
  'asked',
  'measurement',
  'test',
  'other',
];

/**
 * Makes the operator's command line of the table. `onEnd` is told the exit code: 0 when all is well, 1 for a difference, refusal or fault, 130 when stopped by
 * Ctrl-C.
 */
export function operatorProgram(around: Surroundings, onEnd: (code: number) => void): Program {
  const { stdout, stderr } = around.streams;
  const program = new Program('npm run orders --')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .description('Operate the orders of a running shop. No command can damage the log.')
    .showHelpAfterError('(add --help for what this command takes)')
    .addHelpText(
      'after',
      '\nThe shop is found through REDIS_URL, or else DATA_DIR (default .data). Exit code 1: a difference, a refusal, a fault, or --yes is missing.',
    );
  for (const row of commands) {
    const { usage, help, example, options = [], records, reasons } = row;
    const added = program
      .command(usage)
      .description(help)
      .addHelpText('after', `\nExample: npm run orders -- ${example}\n`)
      .option('--json', 'print the result as JSON, for machines');
    for (const one of options) added.addOption(one);
    if (records !== undefined) {
      const why = option('--why <word>', 'your reason in the records').choices(reasons ?? usualReasons);
      added
        .addOption(why.makeOptionMandatory(reasons !== undefined))
        .option('--who <name>', 'your name in the records (default: your login)');
    }
    if (records === 'with-yes')
      added.option('--yes', 'do it; without it the command only says what it would do');
    added.action(async () => {
      const given = added.registeredArguments.map((one, n) => [one.name(), added.args[n]]);
      onEnd(await runCommand(row, added.name(), { ...added.opts(), ...Object.fromEntries(given) }, around));
    });
  }
  return program;
}
