import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tool } from '../contracts/tool.ts';
import { withLease } from '../lease.ts';
import { openCatalogue } from '../tools/catalogue.ts';
import { mostFileBytes, readToolFile, toolFile } from '../tools/tool-file.ts';
import { applyStep, brief, type ImportStep, planImport } from '../tools/tool-import.ts';
import { filePath, writeNew } from './arguments.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { megabytes } from './output.ts';
import { type Context, command } from './run-command.ts';

const catalogueTimeoutMs = 30_000;
/** How long an import that was killed keeps the next one waiting. */
const leaseMs = 15_000;

interface ToolsOptions {
  direction: string;
  file: string;
}

export const toolsCommand = command({
  usage: 'tools <direction> <file>',
  help: 'Export the tools on sale to a CSV file, or import one: rows with _id change tools, others add them',
  example: 'tools import tools.csv --yes --why prices',
  records: 'with-yes',
  async run(context, { direction, file: given }: ToolsOptions) {
    const file = filePath(given);
    if (direction === 'export') {
      const onSale = await toolsOnSale(context);
      await writeNew(file, toolFile(onSale));
      return { value: { file, tools: onSale.length }, text: [`Wrote ${onSale.length} tools into ${file}.`] };
    }
    if (direction !== 'import') throw new OperatorError('Write tools export <file>, or tools import <file>.');
    const bytes = await readFile(file);
    if (bytes.length > mostFileBytes)
      throw new OperatorError(
        `${file} has ${megabytes(bytes.length)}, and at most ${megabytes(mostFileBytes)} are read: make two of it.`,
      );
    const work = () => importTools(context, bytes);
    const { redis } = await context.log();
    const done = context.yes ? await withLease(redis, 'tools-import', leaseMs, work) : await work();
    if (done !== null) return done;
    throw new OperatorError(
      `Another import is being applied, or was killed less than ${leaseMs / 1000} s ago. Try again in a moment.`,
    );
  },
});

/** Says what a file asks for, line by line, and does it with --yes; nothing of a file with a fault. */
async function importTools(context: Context, bytes: Uint8Array) {
  const applied = context.yes;
  const read = readToolFile(bytes);
  const plan = planImport(read.rows, await toolsOnSale(context));
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
  const changed = steps.length - added;
  const same = plan.steps.length - steps.length;
  const shown = plan.steps.filter((step) => step.kind !== 'same' || step.note !== '');
  if (applied) await applyAll(context, steps);
  const would = applied ? '' : 'would be ';
  return {
    value: { applied, added, changed, same, steps: shown },
    text: [
      ...shown.map(stepLine),
      `${added} tools ${would}added, ${changed} ${would}changed; ${same} already as the file says.`,
    ],
    note: applied && steps.length > 0 ? { added, changed } : undefined,
    waits: !applied && steps.length > 0,
  };
}

/** Does the steps from the last to the first, so that the shop lists new tools as the file does; the audit records each. */
async function applyAll(context: Context, steps: readonly ImportStep[]): Promise<void> {
  const log = await context.log();
  const { signal, who, progress } = context;
  const by = { actor: who, uid: who, correlationId: `tools-${randomUUID()}` };
  for (const [count, step] of steps.toReversed().entries()) {
    try {
      signal.throwIfAborted();
      await applyStep(log, step, by);
    } catch (error) {
      throw new OperatorError(
        `${signal.aborted ? '' : `${place(step.line, step.name)}: ${failureText(error)}\n`}${count} of ${steps.length} tools are done. Start the same command again: it goes on with what differs.`,
      );
    }
    progress(count + 1, steps.length);
  }
}

async function toolsOnSale({ closing, log }: Context): Promise<readonly Tool[]> {
  const catalogue = openCatalogue({ log: await log(), timeoutMs: catalogueTimeoutMs });
  closing.defer(() => catalogue.close());
  return (await catalogue.snapshot()).tools;
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
