import type { OrderLog } from '@karigar/events';
import type { z } from 'zod';
import type { AuditOrigin } from '../audit.ts';
import { NewTool, type Tool, ToolEdit } from '../contracts/tool.ts';
import { folded, oneLine } from '../contracts/written-text.ts';
import type { FileFault, ToolColumn, ToolRow } from './tool-file.ts';
import { addTool, editTool } from './tool-records.ts';

/** One field of a tool that a file changes. */
interface FieldChange {
  field: string;
  before: string | number;
  after: string | number;
}

/** What one row of a file asks for. */
export type ImportStep = { line: number; name: string } & (
  | { kind: 'add'; tool: NewTool }
  | {
      kind: 'change';
      id: string;
      edit: ToolEdit;
      changes: readonly FieldChange[];
    }
  /** Nothing: the tool is so already. `note` tells what of the row does not count. */
  | { kind: 'same'; note: string }
);

type Plan = ImportStep | readonly FileFault[];

const idOf = ({ cells }: ToolRow): string => cells._id?.trim() ?? '';
/** A name as it is compared. */
const nameOf = ({ cells }: ToolRow): string => folded(oneLine(cells.name ?? ''));
/** Makes the fault of a row that is no error of one of its cells. */
const fault = ({ line }: ToolRow, name: string, column: ToolColumn, message: string): FileFault[] => [
  { line, name: name.trim(), column, message },
];

/**
 * Decides what a file asks of the tools on sale. A row with `_id` changes that tool where it differs, a row without adds one. A row without `_id` is
 * known by its name: a tool of the same name that differs in nothing but its stock was added when the file was read before, and any other is a
 * fault; so no file adds a tool twice.
 */
export function planImport(
  rows: readonly ToolRow[],
  tools: readonly Tool[],
): { steps: ImportStep[]; faults: FileFault[] } {
  const byId = new Map(tools.map((tool) => [tool._id, tool]));
  const byName = Map.groupBy(tools, ({ name }) => folded(name));
  const sameId = Map.groupBy(rows, idOf);
  const sameName = Map.groupBy(rows, nameOf);
  const plans = rows.map((row): Plan => {
    const [id, name, { name: written = '' }] = [idOf(row), nameOf(row), row.cells];
    const same = id === '' ? sameName.get(name) : sameId.get(id);
    const other = same?.find((one) => one !== row);
    if (other !== undefined && (id !== '' || name !== '')) {
      const remedy = id === '' ? 'give each new tool a name of its own' : 'keep one of the two';
      return fault(row, written, id === '' ? 'name' : '_id', `Line ${other.line} has the same: ${remedy}`);
    }
    if (id === '') return planAdding(row, byName.get(name) ?? []);
    const tool = byId.get(id);
    if (tool !== undefined) return planChange(row, tool);
    return fault(
      row,
      written,
      '_id',
      `No tool on sale has the id ${id}: empty the cell to add the tool anew`,
    );
  });
  return {
    steps: plans.filter((plan) => 'kind' in plan),
    faults: plans.flatMap((plan) => ('kind' in plan ? [] : plan)),
  };
}

function planAdding(row: ToolRow, namesakes: readonly Tool[]): Plan {
  const { _id, stockAtExport, ...given } = row.cells;
  const parsed = NewTool.safeParse(given);
  if (!parsed.success) return faultsOf(row, given.name ?? '', parsed.error);
  const tool = parsed.data;
  const step = { line: row.line, name: tool.name };
  const [first] = namesakes;
  if (first === undefined) return { kind: 'add', ...step, tool };
  const { availableQuantity, ...fields } = tool;
  const twin = namesakes.find((one) => differences(one, fields).length === 0);
  if (twin === undefined) {
    const remedy = `write ${first._id} into _id to change it, or give the new one another name`;
    return fault(row, tool.name, '_id', `A tool of this name is in the shop: ${remedy}`);
  }
  const stock = twin.availableQuantity;
  const isSame = stock === availableQuantity;
  const note = isSame ? '' : `its stock stays ${stock}: to change it, write ${twin._id} into _id`;
  return { kind: 'same', ...step, note };
}

function planChange(row: ToolRow, tool: Tool): Plan {
  const { _id, stockAtExport, ...given } = row.cells;
  const { availableQuantity = '' } = given;
  // The number was not touched since the export. Customers may have bought since, so it is not the stock of today.
  if (availableQuantity.trim() === stockAtExport?.trim()) delete given.availableQuantity;
  else if (/^\s*[+-]/.test(availableQuantity)) {
    const message = 'Write the number of pieces that are there now, without a sign';
    return fault(row, tool.name, 'availableQuantity', message);
  }
  // What stays as it is need not fit the rules of today.
  const changed = Object.fromEntries(
    Object.entries(given).filter(([field, cell]) => cell.trim() !== asCell(tool[field as keyof Tool])),
  );
  const parsed = ToolEdit.safeParse(changed);
  if (!parsed.success) return faultsOf(row, tool.name, parsed.error);
  const step = { line: row.line, name: tool.name };
  const changes = differences(tool, parsed.data);
  if (changes.length === 0) return { kind: 'same', ...step, note: '' };
  const edit = { ...Object.fromEntries(changes.map(({ field, after }) => [field, after])), rev: tool.rev };
  return { kind: 'change', ...step, id: tool._id, edit, changes };
}

/** A value as a cell holds it: line ends are those of Unix there. */
const asCell = (value: string | number): string => String(value).replaceAll(/\r\n?/g, '\n');

const differences = (tool: Tool, fields: Partial<NewTool> | ToolEdit): FieldChange[] =>
  Object.entries(fields).flatMap(([field, after]) => {
    const before = tool[field as keyof Tool];
    return after === undefined || asCell(before) === asCell(after) ? [] : [{ field, before, after }];
  });

const faultsOf = (row: ToolRow, name: string, { issues }: z.ZodError): FileFault[] =>
  issues.flatMap(({ path, message }) => {
    const column = String(path[0]) as ToolColumn;
    const cell = row.cells[column]?.trim() ?? '';
    return fault(row, name, column, cell === '' ? message : `${message}; the cell says ${brief(cell)}`);
  });

/** A value in quotation marks, short enough for a line and without what a terminal would obey; a number as it is. */
export function brief(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const line = value.replaceAll(/\p{Cc}+/gu, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

/**
 * Does what a step asks for, with an entry in the audit. Throws ProblemError VERSION_CONFLICT when somebody changed the tool after it was read, and
 * OrderRejectedError TOOL_NOT_FOUND when it is gone.
 */
export async function applyStep(log: OrderLog, step: ImportStep, by: AuditOrigin): Promise<void> {
  if (step.kind === 'add') await addTool(log, step.tool, by);
  if (step.kind === 'change') await editTool(log, step.id, step.edit, by);
}
