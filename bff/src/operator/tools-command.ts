import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { OrderLog } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import { withLease } from '../lease.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { openCatalogue } from '../tools/catalogue.ts';
import { mostFileBytes, readToolFile, toolFile } from '../tools/tool-file.ts';
import { applyStep, brief, type ImportStep, planImport } from '../tools/tool-import.ts';
import { argument, filePath, option, writeNew } from './arguments.ts';
import { type Context, command } from './command.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { readableBytes } from './output.ts';

const catalogueTimeoutMs = 30_000;
/** How long an import that was killed keeps the next one waiting. */
const leaseMs = 15_000;

export const toolsCommand = command({
  name: 'tools',
  help: 'Write the tools on sale into a CSV file, or read one: rows with _id change tools, the others add them',
  examples: [
    'tools export tools.csv',
    'tools import tools.csv',
    'tools import tools.csv --apply --why prices',
  ],
  args: [
    argument('<direction>', 'which way').choices(['export', 'import']),
    argument('<file>', 'its path', filePath),
  ],
  options: [option('--apply', 'do what the import says; without it nothing is written')],
  why: ['routine', 'new', 'prices', 'stock', 'other'],
  async run(
    context,
    { direction, file, apply = false }: { direction: 'export' | 'import'; file: string; apply?: boolean },
  ) {
    const log = await context.log();
    if (direction === 'export') {
      if (apply) throw new OperatorError('--apply belongs to an import: an export changes nothing.');
      const onSale = await toolsOnSale(log);
      await writeNew(file, toolFile(onSale));
      const tools = onSale.length;
      return { value: { file, tools }, text: [`Wrote ${toolsText(tools)} into ${file}.`] };
    }
    const found = await stat(file);
    if (!found.isFile()) throw new OperatorError(`${file} is no file.`);
    if (found.size > mostFileBytes)
      throw new OperatorError(
        `${file} has ${readableBytes(found.size)}, and at most ${readableBytes(mostFileBytes)} are read: make two of it.`,
      );
    const bytes = await readFile(file);
    const work = () => importTools(context, log, bytes, apply);
    const done = apply ? await withLease(log.redis, 'tools-import', leaseMs, work) : await work();
    if (done !== null) return done;
    throw new OperatorError(
      `Another import is being applied, or was killed less than ${leaseMs / 1000} s ago. Try again in a moment.`,
    );
  },
});

/** Says what a file asks for, line by line, and does it with `apply`; nothing of a file with a fault. */
async function importTools(context: Context, log: OrderLog, bytes: Uint8Array, applied: boolean) {
  const read = readToolFile(bytes);
  const plan = planImport(read.rows, await toolsOnSale(log));
  const faults = [...read.faults, ...plan.faults].sort((one, other) => one.line - other.line);
  if (faults.length > 0)
    return {
      value: { applied: false, faults },
      text: [
        ...faults.map(
          ({ line, name, column, message }) =>
            `FAULT    line ${line}${name === '' ? '' : ` ${brief(name)}`}${column === null ? '' : `, ${column}`}: ${message}`,
        ),
        `${faults.length === 1 ? 'One fault' : `${faults.length} faults`}. Nothing was written: mend the file and start again.`,
      ],
      ok: false,
    };
  const steps = plan.steps.filter(({ kind }) => kind !== 'same');
  const added = steps.filter(({ kind }) => kind === 'add').length;
  const counts = { added, changed: steps.length - added, same: plan.steps.length - steps.length };
  const shown = plan.steps.filter((step) => step.kind !== 'same' || step.note !== '');
  if (applied) await applyAll(context, log, steps);
  const would = applied ? '' : 'would be ';
  return {
    value: { applied, ...counts, steps: shown },
    text: [
      ...shown.map(stepLine),
      `${toolsText(added)} ${would}added, ${counts.changed} ${would}changed; ${counts.same} already as the file says.`,
      !applied && 'Nothing was written: add --apply to do it.',
    ],
  };
}

/** Does the steps from the last to the first, so that the shop lists new tools as the file does, and records what was done. */
async function applyAll(context: Context, log: OrderLog, steps: readonly ImportStep[]): Promise<void> {
  const { signal, who } = context;
  const by = { actor: who, uid: who, correlationId: `tools-${randomUUID()}` };
  const done = { added: 0, changed: 0 };
  const count = () => done.added + done.changed;
  const progress = context.progress('tools');
  try {
    for (const step of steps.toReversed()) {
      signal.throwIfAborted();
      await applyStep(log, step, by).catch((error: unknown) => {
        const isConflict = isProblemError(error) && error.code === 'VERSION_CONFLICT';
        const cause = isConflict ? 'somebody else has just changed this tool.' : failureText(error);
        throw new OperatorError(`line ${step.line} ${brief(step.name)}: ${cause}\n`);
      });
      done[step.kind === 'add' ? 'added' : 'changed'] += 1;
      progress(count(), steps.length);
    }
  } catch (error) {
    throw new OperatorError(
      `${error instanceof OperatorError ? error.message : ''}${count()} of ${toolsText(steps.length)} are done. Start the same command again: it goes on with what differs.`,
    );
  } finally {
    if (count() > 0) await context.note(done);
  }
}

async function toolsOnSale(log: OrderLog): Promise<readonly Tool[]> {
  const catalogue = openCatalogue({ log, timeoutMs: catalogueTimeoutMs });
  try {
    return (await catalogue.snapshot()).tools;
  } finally {
    catalogue.close();
  }
}

const toolsText = (count: number): string => `${count} ${count === 1 ? 'tool' : 'tools'}`;

function stepLine(step: ImportStep): string {
  const about = `line ${step.line} ${brief(step.name)}`;
  if (step.kind === 'add') return `ADD      ${about}`;
  if (step.kind === 'same') return `KEEP     ${about}: ${step.note}`;
  const changes = step.changes.map(
    ({ field, before, after }) => `${field} ${brief(before)} -> ${brief(after)}`,
  );
  return `CHANGE   ${about}: ${changes.join(', ')}`;
}
