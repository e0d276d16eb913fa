import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { OrderLog } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import { withLease } from '../payments/lease.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { openCatalogue } from '../tools/catalogue.ts';
import { mostFileBytes, readToolFile, toolFile } from '../tools/tool-file.ts';
import { applyStep, brief, type ImportStep, planImport } from '../tools/tool-import.ts';
import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';
import { OperatorError } from './operator-error.ts';
import { readableBytes } from './output.ts';
import { recordNote } from './record-note.ts';

const catalogueTimeoutMs = 30_000;
/** How long an import that was killed keeps the next one waiting. */
const leaseMs = 15_000;

/** `tools`: the catalogue as a file, and back. */
export async function tools(
  context: CommandContext,
  direction: 'export' | 'import',
  file: string,
  apply: boolean,
): Promise<number> {
  if (direction === 'import') return importTools(context, file, apply);
  if (apply) throw new OperatorError('--apply belongs to an import: an export changes nothing.');
  return exportTools(context, file);
}

async function exportTools(context: CommandContext, file: string): Promise<number> {
  const onSale = await toolsOnSale(await context.log());
  try {
    await writeFile(file, toolFile(onSale), { flag: 'wx', flush: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new OperatorError(`${file} exists already. Give another name.`);
    await rm(file, { force: true });
    throw error;
  }
  context.output.result({ file, tools: onSale.length }, () =>
    context.output.line(`Wrote ${toolsText(onSale.length)} into ${file}.`),
  );
  return 0;
}

async function importTools(context: CommandContext, file: string, apply: boolean): Promise<number> {
  const found = await stat(file);
  if (!found.isFile()) throw new OperatorError(`${file} is no file.`);
  if (found.size > mostFileBytes)
    throw new OperatorError(
      `${file} has ${readableBytes(found.size)}, and at most ${readableBytes(mostFileBytes)} are read: make two of it.`,
    );
  const bytes = await readFile(file);
  const log = await context.log();
  if (!apply) return planAndApply(context, log, bytes, false);
  const done = await withLease(log.redis, 'tools-import', leaseMs, () =>
    planAndApply(context, log, bytes, true),
  );
  if (done === null)
    throw new OperatorError(
      `Another import is being applied, or was killed less than ${leaseMs / 1000} s ago. Try again in a moment.`,
    );
  return done;
}

/** Says what a file asks for, line by line, and does it with `apply`; nothing of a file with a fault. */
async function planAndApply(
  context: CommandContext,
  log: OrderLog,
  bytes: Uint8Array,
  apply: boolean,
): Promise<number> {
  const { output } = context;
  const read = readToolFile(bytes);
  const plan = planImport(read.rows, await toolsOnSale(log));
  const faults = [...read.faults, ...plan.faults].sort((one, other) => one.line - other.line);
  if (faults.length > 0) {
    output.result({ applied: false, faults }, () => {
      for (const { line, name, column, message } of faults)
        output.line(
          `FAULT    line ${line}${name === '' ? '' : ` ${brief(name)}`}${column === null ? '' : `, ${column}`}: ${message}`,
        );
      output.line(
        `${faults.length === 1 ? 'One fault' : `${faults.length} faults`}. Nothing was written: mend the file and start again.`,
      );
    });
    return 1;
  }
  const steps = plan.steps.filter(({ kind }) => kind !== 'same');
  const adding = steps.filter(({ kind }) => kind === 'add').length;
  const counts = { added: adding, changed: steps.length - adding, same: plan.steps.length - steps.length };
  const noted = !apply || (await applyAll(context, log, steps));
  output.result({ applied: apply, ...counts, steps: plan.steps.filter(isWorthALine) }, () => {
    for (const step of plan.steps.filter(isWorthALine)) output.line(stepLine(step));
    const verbs = apply ? ['added', 'changed'] : ['would be added', 'would be changed'];
    output.line(
      `${toolsText(counts.added)} ${verbs[0]}, ${counts.changed} ${verbs[1]}; ${counts.same} already as the file says.`,
    );
    if (!apply) output.line('Nothing was written: add --apply to do it.');
  });
  return noted ? 0 : 1;
}

/** Does the steps from the last to the first, so that the shop lists new tools as the file does. Answers whether a note of it was recorded. */
async function applyAll(
  context: CommandContext,
  log: OrderLog,
  steps: readonly ImportStep[],
): Promise<boolean> {
  const { output, signal, who } = context;
  const by = { actor: who, uid: who, correlationId: `tools-${randomUUID()}` };
  const done = { added: 0, changed: 0 };
  const count = () => done.added + done.changed;
  const progress = output.progress('tools import', 'tools');
  const note = async () => count() === 0 || recordNote(context, 'tools', done);
  for (const step of steps.toReversed()) {
    try {
      signal.throwIfAborted();
      await applyStep(log, step, by);
    } catch (error) {
      progress.stop();
      await note();
      const where = `${count()} of ${toolsText(steps.length)} are done. Start the same command again: it goes on with what differs.`;
      if (signal.aborted) throw new OperatorError(where);
      const cause =
        isProblemError(error) && error.code === 'VERSION_CONFLICT'
          ? 'somebody else has just changed this tool.'
          : failureText(error);
      throw new OperatorError(`line ${step.line} ${brief(step.name)}: ${cause}\n${where}`);
    }
    done[step.kind === 'add' ? 'added' : 'changed'] += 1;
    progress.update(count(), steps.length);
  }
  progress.stop();
  return note();
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

const isWorthALine = (step: ImportStep): boolean => step.kind !== 'same' || step.note !== '';

function stepLine(step: ImportStep): string {
  const about = `line ${step.line} ${brief(step.name)}`;
  if (step.kind === 'add') return `ADD      ${about}`;
  if (step.kind === 'same') return `KEEP     ${about}: ${step.note}`;
  const changes = step.changes.map(
    ({ field, before, after }) => `${field} ${brief(before)} -> ${brief(after)}`,
  );
  return `CHANGE   ${about}: ${changes.join(', ')}`;
}
