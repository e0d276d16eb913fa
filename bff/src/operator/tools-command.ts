import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { OrderLog } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import { withLease } from '../lease.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { openCatalogue } from '../tools/catalogue.ts';
import { mostFileBytes, readToolFile, toolFile } from '../tools/tool-file.ts';
import { applyStep, brief, type ImportStep, planImport } from '../tools/tool-import.ts';
import { filePath, option, writeNew } from './arguments.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { readableBytes } from './output.ts';
import { type Context, command } from './run-command.ts';

const catalogueTimeoutMs = 30_000;
/** How long an import that was killed keeps the next one waiting. */
const leaseMs = 15_000;

interface ToolsOptions {
  readonly direction: string;
  readonly file: string;
  readonly apply: boolean;
}

export const toolsCommand = command({
  usage: 'tools <direction> <file>',
  help: 'Write the tools on sale into a CSV file, or read one: rows with _id change tools, the others add them',
  example: 'tools import tools.csv --apply --why prices',
  options: [option('--apply', 'do what the import says; without it nothing is written', undefined, false)],
  async run(context, { direction, file: given, apply }: ToolsOptions) {
    const file = filePath(given);
    const log = await context.log();
    if (direction === 'export' && !apply) {
      const onSale = await toolsOnSale(log);
      await writeNew(file, toolFile(onSale));
      return { value: { file, tools: onSale.length }, text: [`Wrote ${onSale.length} tools into ${file}.`] };
    }
    if (direction !== 'import')
      throw new OperatorError(
        'Write tools export <file>, or tools import <file>, which alone takes --apply.',
      );
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
            `FAULT    ${place(line, name)}${column === null ? '' : `, ${column}`}: ${message}`,
        ),
        `Faults: ${faults.length}. Nothing was written: correct the file and start again.`,
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
      `${added} tools ${would}added, ${counts.changed} ${would}changed; ${counts.same} already as the file says.`,
      !applied && 'Nothing was written: add --apply to do it.',
    ],
  };
}

/** Does the steps from the last to the first, so that the shop lists new tools as the file does, and records what was done. */
async function applyAll(context: Context, log: OrderLog, steps: readonly ImportStep[]): Promise<void> {
  const { signal, who } = context;
  const by = { actor: who, uid: who, correlationId: `tools-${randomUUID()}` };
  const progress = context.progress();
  const done = { added: 0, changed: 0 };
  const count = () => done.added + done.changed;
  try {
    for (const step of steps.toReversed()) {
      signal.throwIfAborted();
      await applyStep(log, step, by).catch((error: unknown) => {
        const isConflict = isProblemError(error) && error.code === 'VERSION_CONFLICT';
        const cause = isConflict ? 'somebody else has just changed this tool.' : failureText(error);
        throw new OperatorError(`${place(step.line, step.name)}: ${cause}\n`);
      });
      done[step.kind === 'add' ? 'added' : 'changed'] += 1;
      progress(count(), steps.length);
    }
  } catch (error) {
    throw new OperatorError(
      `${error instanceof OperatorError ? error.message : ''}${count()} of ${steps.length} tools are done. Start the same command again: it goes on with what differs.`,
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

const place = (line: number, name: string): string => `line ${line}${name === '' ? '' : ` ${brief(name)}`}`;

function stepLine(step: ImportStep): string {
  const about = place(step.line, step.name);
  if (step.kind === 'add') return `ADD      ${about}`;
  if (step.kind === 'same') return `KEEP     ${about}: ${step.note}`;
  const changes = step.changes.map(
    ({ field, before, after }) => `${field} ${brief(before)} -> ${brief(after)}`,
  );
  return `CHANGE   ${about}: ${changes.join(', ')}`;
}
