import { Argument, Command, Option } from 'commander';
import { noticeKinds } from '../contracts/notices.ts';
import { addArchive } from './archive-commands.ts';
import { age, filePath, moment, shopId, wholeNumber } from './arguments.ts';
import { type Add, type Run, runCommand, withSharedOptions } from './command-context.ts';
import { create } from './create-command.ts';
import { erase } from './erase-command.ts';
import { expire } from './expire-command.ts';
import { keys } from './keys-command.ts';
import { mail } from './mail-command.ts';
import { ofOrder } from './order-id.ts';
import type { Streams } from './output.ts';
import { payments } from './payments-command.ts';
import { asOf, notes, show, stats, tail } from './read-commands.ts';
import { rebuild } from './rebuild-command.ts';
import { replay } from './replay-command.ts';
import { reviews } from './reviews-command.ts';
import { tools } from './tools-command.ts';
import { dryRun, verify } from './verify-commands.ts';
import { voidEvent } from './void-command.ts';

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npm run orders -- ${line}`).join('\n')}\n`;
}

/**
 * The operator's command line. `variables` is the environment; `onEnd` is told the exit code: 0 when all is well, 1 for a
 * difference, refusal or fault, 130 when stopped by Ctrl-C. It writes to `streams`.
 */
export function operatorProgram(
  variables: Readonly<Record<string, string | undefined>>,
  onEnd: (code: number) => void,
  streams: Streams = process,
): Command {
  const run: Run = async (options, work) => onEnd(await runCommand(options, variables, work, streams));
  const program = new Command('npm run orders --')
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    })
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
  addArchive(add, run);
  return program;
}

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
  add('show', 'One order: its state and its history', 'show K-180', 'show ord_1f0c… --json')
    .argument('<order>', 'its number or id')
    .action((order, options) => run(options, ofOrder(order, show)));
  add('as-of', 'One order as it was', 'as-of K-180 --seq 1204', 'as-of ord_1f0c… --time 2026-11-21T18:30:00Z')
    .argument('<order>', 'its number or id')
    .option('--seq <n>', 'after this event', wholeNumber)
    .addOption(new Option('--time <time>', 'at this time').argParser(moment).conflicts('seq'))
    .action((order, options) =>
      run(
        options,
        ofOrder(order, (context, orderId) => asOf(context, orderId, options)),
      ),
    );
  add('stats', 'The shop in numbers: orders, money, log, memory, disk', 'stats', 'stats --json').action(
    (options) => run(options, stats),
  );
  add('notes', 'What operators and the shop recorded, newest first', 'notes', 'notes --kind payment')
    .option('--last <n>', 'how many', wholeNumber, 20)
    .option(
      '--kind <kind>',
      'only this kind: payment, rebuild, verify, export, import, create, erase, expire, keys, mail, refund, restore, reviews, tools, trim, void',
    )
    .action((options) => run(options, (context) => notes(context, options)));
}

function addChecking(add: Add, run: Run): void {
  add(
    'replay',
    'Fold one order from the whole log, whatever the read models know of it, and compare',
    'replay K-180',
  )
    .argument('<order>', 'its number or id')
    .action((order, options) => run(options, ofOrder(order, replay)));
  add(
    'verify',
    'Check the hash chain, every order, index, total and the stock against the log',
    'verify',
    'verify --against /safe/karigar',
  )
    .option('--against <address>', 'also check that nothing that this older export holds was cut or changed')
    .action((options) => run(options, (context) => verify(context, options)));
  add(
    'payments',
    'Compare orders with the payment provider: sums, states, refunds, disputes, what only one side knows',
    'payments --compare',
    'payments --compare --from 2026-11-01 --to 2026-12-01',
  )
    .requiredOption('--compare', 'name every difference and what to do; changes nothing')
    .option('--from <time>', 'placed or opened from this time on', moment)
    .option('--to <time>', 'and before this one', moment)
    .action((options) => run(options, (context) => payments(context, options)));
}

function addChanging(add: Add, run: Run): void {
  add(
    'rebuild',
    'Build the read models anew while the shop is open',
    'rebuild --dry-run',
    'rebuild --why release',
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
  add('create', 'Make the store of a new shop in an empty Redis', 'create --why opening').action((options) =>
    run(options, create),
  );
  add(
    'tools',
    'Write the tools on sale into a CSV file, or read one: rows with _id change tools, the others add them',
    'tools export tools.csv',
    'tools import tools.csv',
    'tools import tools.csv --apply --why prices',
  )
    .addArgument(new Argument('<direction>', 'which way').choices(['export', 'import']))
    .argument('<file>', 'its path', filePath)
    .option('--apply', 'do what the import says; without it nothing is written', false)
    .action((direction, file, options) =>
      run(options, (context) => tools(context, direction, file, options.apply)),
    );
  add(
    'reviews',
    'The newest reviews and the hidden ones; hide some from everybody, or show them again',
    'reviews --last 50',
    'reviews --hide rev_1f0c… rev_77ab… --why spam',
    'reviews --show rev_1f0c… --why mistake',
  )
    .option('--last <n>', 'how many of each', wholeNumber, 20)
    .addOption(new Option('--hide <review...>', 'hide these').conflicts('show'))
    .option('--show <review...>', 'show these again')
    .action((options) => run(options, (context) => reviews(context, options)));
  add(
    'keys',
    'The keys of people: how many there are, change what wraps them, back them up, bring them back',
    'keys',
    'keys --rotate --why replaced',
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
    'Erase a person; without --yes it only says what it would do',
    'erase 8fQx2… --why asked',
    'erase 8fQx2… --why asked --yes',
  )
    .argument('<uid>', 'the account, as show names it')
    .option('--yes', 'do it', false)
    .action((uid, options) => run(options, (context) => erase(context, uid, options)));
  add(
    'void',
    'Declare an event void that does not fit the history before it, so that it counts no more',
    'void 1204 --why placed-twice',
    'void 1204 --why placed-twice --note "it was placed already by event 1180"',
  )
    .argument('<seq>', 'its position in the log, as verify names it', wholeNumber)
    .option('--note <text>', 'more, in your words: sealed for the person of the order')
    .option('--yes', 'do not ask', false)
    .action((seq, options) => run(options, (context) => voidEvent(context, seq, options.note)));
  add(
    'mail',
    'The letters of an order: what they say and when they were sent; --send repeats one',
    'mail --order K-180',
    'mail --order K-180 --send paid --why lost --yes',
  )
    .requiredOption('--order <order>', 'its number or id')
    .addOption(new Option('--send <kind>', 'this one').choices(noticeKinds))
    .option('--yes', 'do it', false)
    .action((options) =>
      run(
        options,
        ofOrder(options.order, (context, orderId) => mail(context, orderId, options)),
      ),
    );
  add('expire', 'Delete unpaid orders that are too old', 'expire --unpaid-older 48h --yes')
    .requiredOption('--unpaid-older <age>', 'placed longer ago than this: 90m, 48h, 3d', age)
    .option('--yes', 'do not ask', false)
    .action((options) => run(options, (context) => expire(context, options)));
}
