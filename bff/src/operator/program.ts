import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { exportShop, importShop } from './backup-commands.ts';
import { type CommandContext, runCommand, withSharedOptions } from './command-context.ts';
import { create } from './create-command.ts';
import { dryRun } from './dry-run-command.ts';
import { eraseOrProve } from './erase-command.ts';
import { expire } from './expire-command.ts';
import { keys } from './keys-command.ts';
import { asOf, notes, show, stats, tail } from './read-commands.ts';
import { rebuild } from './rebuild-command.ts';
import { replay } from './replay-command.ts';
import { seal } from './seal-command.ts';
import { verify } from './verify-commands.ts';
import { voidEvent } from './void-command.ts';

type Run = (options: object, work: (context: CommandContext) => Promise<number>) => Promise<void>;

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function shopId(text: string): string {
  if (!/^[\w-]{8,64}$/.test(text)) throw new InvalidArgumentError('It must be the id of a shop.');
  return text;
}

/** Date.parse alone takes nearly any text with a number in it for some year. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

function moment(text: string): number {
  if (!Moment.safeParse(text).success || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Write a time such as 2026-11-21T18:30:00Z.');
  return Date.parse(text);
}

/** A file as the operator means it: npm changes the folder, and says where it was called. */
function filePath(text: string): string {
  return resolve(process.env.INIT_CWD ?? '.', text);
}

/** The same for an option that may be given several times. */
function filePaths(text: string, before: readonly string[] = []): string[] {
  return [...before, filePath(text)];
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npm run orders -- ${line}`).join('\n')}\n`;
}

/**
 * The operator's command line. `variables` is the environment; `onEnd` is told the exit code: 0 when all is well, 1 for a
 * difference, refusal or fault, 130 when stopped by Ctrl-C.
 */
export function operatorProgram(
  variables: Readonly<Record<string, string | undefined>>,
  onEnd: (code: number) => void,
): Command {
  const run: Run = async (options, work) => onEnd(await runCommand(options, variables, work));
  const program = new Command('npm run orders --')
    .description('Look after the orders of a running shop. No command can damage the log.')
    .showHelpAfterError('(add --help for what this command takes)')
    .addHelpText(
      'after',
      '\nThe shop is found through DATA_DIR (default .data), or REDIS_URL. Exit code 1 on any difference.',
    );
  const add = (name: string, description: string, ...lines: string[]): Command =>
    withSharedOptions(program.command(name).description(description)).addHelpText(
      'after',
      examples(...lines),
    );
  addReading(add, run);
  addChecking(add, run);
  addChanging(add, run);
  return program;
}

type Add = (name: string, description: string, ...examples: string[]) => Command;

function addReading(add: Add, run: Run): void {
  add(
    'tail',
    'Follow the log: the newest events, then each new one',
    'tail',
    'tail --from 1 --no-follow --json',
  )
    .option('--from <seq>', 'begin at this event', wholeNumber)
    .option('--last <n>', 'begin with the newest n', wholeNumber, 10)
    .option('--no-follow', 'end after the newest event')
    .action((options) => run(options, (context) => tail(context, options)));
  add('show', 'One order: its state and its history', 'show ord_1f0c…', 'show ord_1f0c… --json')
    .argument('<orderId>')
    .action((orderId, options) => run(options, (context) => show(context, orderId)));
  add(
    'as-of',
    'One order as it was',
    'as-of ord_1f0c… --seq 1204',
    'as-of ord_1f0c… --time 2026-11-21T18:30:00Z',
  )
    .argument('<orderId>')
    .option('--seq <n>', 'after this event', wholeNumber)
    .addOption(new Option('--time <time>', 'at this time').argParser(moment).conflicts('seq'))
    .action((orderId, options) => run(options, (context) => asOf(context, orderId, options)));
  add('stats', 'The shop in numbers: orders, money, log, memory, disk', 'stats', 'stats --json').action(
    (options) => run(options, stats),
  );
  add('notes', 'What operators and the shop recorded, newest first', 'notes', 'notes --kind payment')
    .option('--last <n>', 'how many', wholeNumber, 20)
    .option(
      '--kind <kind>',
      'only this kind: payment, rebuild, verify, export, import, create, erase, expire, keys, seal, void',
    )
    .action((options) => run(options, (context) => notes(context, options)));
}

function addChecking(add: Add, run: Run): void {
  add(
    'replay',
    'Fold one order from the whole log, whatever the read models know of it, and compare',
    'replay ord_1f0c…',
  )
    .argument('<orderId>')
    .action((orderId, options) => run(options, (context) => replay(context, orderId)));
  add(
    'verify',
    'Check the hash chain, every order, index, total and the stock against the log',
    'verify',
    'verify --against friday.ndjson.gz.manifest.json',
    'verify --payments',
  )
    .option('--against <manifest>', 'also check that nothing before this backup was cut or changed', filePath)
    .option('--payments', 'also compare with the payment provider', false)
    .action((options) => run(options, (context) => verify(context, options)));
}

function addChanging(add: Add, run: Run): void {
  add(
    'rebuild',
    'Build the read models anew while the shop is open',
    'rebuild --dry-run',
    'rebuild --why "release 1.4"',
  )
    .option(
      '--dry-run',
      'only show what this release would make other than it is, and every event that cannot be taken',
      false,
    )
    .option('--shop <id>', 'the id of the shop, when the head of its log was lost', shopId)
    .action((options) =>
      run(options, (context) => (options.dryRun ? dryRun(context) : rebuild(context, options))),
    );
  add('create', 'Make the store of a new shop in an empty Redis', 'create --why "opening day"').action(
    (options) => run(options, create),
  );
  add('export', 'Write the whole shop into one file, while it is open', 'export friday.ndjson.gz')
    .argument('<file>', 'its path', filePath)
    .action((file, options) => run(options, (context) => exportShop(context, file)));
  add(
    'import',
    'Restore a backup into an empty Redis',
    'import friday.ndjson.gz --yes',
    'import friday.ndjson.gz --as-copy --yes',
  )
    .argument('<file>', 'its path', filePath)
    .option('--as-copy', 'give the restored shop an id of its own, for a copy beside the original', false)
    .option('--yes', 'do not ask', false)
    .action((file, options) => run(options, (context) => importShop(context, file, options)));
  add(
    'keys',
    'The keys of people: how many there are, change what wraps them, back them up, bring them back',
    'keys',
    'keys --rotate --why "the secret store was replaced"',
    'keys --export /safe/keys-friday.ndjson.gz',
    'keys --import /safe/keys-friday.ndjson.gz --yes',
  )
    .addOption(
      new Option('--rotate', 'rewrap every key from DATA_KEY_FORMER to DATA_KEY').conflicts([
        'export',
        'import',
      ]),
    )
    .addOption(new Option('--export <file>', 'back up all keys').argParser(filePath).conflicts('import'))
    .option('--import <file>', 'bring back what is missing, but nobody who was erased', filePath)
    .option('--yes', 'do not ask', false)
    .action((options) => run(options, (context) => keys(context, options)));
  add(
    'erase',
    'Erase a person, or search everything for what is left of one; without --yes it only says what it would do',
    'erase 8fQx2… --why asked',
    'erase 8fQx2… --why asked --yes',
    'erase --prove --name "Rina Das" --email rina@example.com --file /safe/friday.ndjson.gz',
  )
    .argument('[uid]', 'the account, as show names it')
    .option('--yes', 'do it', false)
    .addOption(
      new Option('--prove', 'search Redis, its files, the data folder and the files given').default(false),
    )
    .option('--name <text...>', 'with --prove: names to look for')
    .option('--email <text...>', 'with --prove: email addresses')
    .option('--address <text...>', 'with --prove: postal addresses')
    .option('--phone <text...>', 'with --prove: phone numbers')
    .option('--file <path...>', 'with --prove: also these exports, log files and folders', filePaths)
    .action((uid, options) => run(options, (context) => eraseOrProve(context, uid, options)));
  add(
    'seal',
    'Seal everybody who can be read in the log and the records of an older release; closes the shop meanwhile',
    'seal --yes --why "the release that seals"',
    'seal --destroy-old',
  )
    .option('--destroy-old', 'destroy the log from before the sealing, when all is well', false)
    .option('--yes', 'do not ask', false)
    .action((options) => run(options, (context) => seal(context, options)));
  add(
    'void',
    'Declare an event void that does not fit the history before it, so that it counts no more',
    'void 1204 --why "the order was placed already by event 1180"',
  )
    .argument('<seq>', 'its position in the log, as verify names it', wholeNumber)
    .option('--yes', 'do not ask', false)
    .action((seq, options) => run(options, (context) => voidEvent(context, seq)));
  add(
    'expire',
    'Delete unpaid orders that are too old and free their stock',
    'expire --unpaid-older 48h --yes',
  )
    .requiredOption('--unpaid-older <age>', 'placed longer ago than this: 90m, 48h, 3d')
    .option('--yes', 'do not ask', false)
    .action((options) => run(options, (context) => expire(context, options)));
}
