import type { OrderLog } from '@karigar/events';
import type { z } from 'zod';
import type { AuditOrigin } from '../audit.ts';
import { NewTool, type Tool, ToolEdit } from '../contracts/tool.ts';
import { folded, oneLine } from '../contracts/written-text.ts';
import type { FileFault, ToolColumn, ToolRow } from './tool-file.ts';
import { addTool, editTool } from './tool-records.ts';

/** One field of a tool that a file changes. */
interface FieldChange {
  readonly field: string;
  readonly before: string | number;
  readonly after: string | number;
}

/** What one row of a file asks for. */
export type ImportStep = { readonly line: number; readonly name: string } & (
  | { readonly kind: 'add'; readonly tool: NewTool }
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly edit: ToolEdit;
      readonly changes: readonly FieldChange[];
    }
  /** Nothing: the tool is so already. `note` tells what of the row does not count. */
  | { readonly kind: 'same'; readonly note: string }
);

type Cells = ToolRow['cells'];
/** A name as it is compared. */
const nameOf = ({ name = '' }: Cells): string => folded(oneLine(name));
type Plan = ImportStep | readonly FileFault[];

/**
 * Decides what a file asks of the tools on sale. A row with `_id` changes that tool where it differs, a row without adds one. A tool is known by its
 * name then: one of the same name that differs in nothing but its stock is the row's own, added when the file was read before, and any other is a
 * fault; so no file adds a tool twice.
 */
export function planImport(
  rows: readonly ToolRow[],
  tools: readonly Tool[],
): { steps: ImportStep[]; faults: FileFault[] } {
  const byId = new Map(tools.map((tool) => [tool._id, tool]));
  const byName = Map.groupBy(tools, ({ name }) => folded(name));
  const sameId = Map.groupBy(rows, ({ cells }) => cells._id?.trim() ?? '');
  const sameName = Map.groupBy(rows, ({ cells }) => nameOf(cells));
  const plans = rows.map((row): Plan => {
    const id = row.cells._id?.trim() ?? '';
    const name = row.cells.name?.trim() ?? '';
    const column = id === '' ? 'name' : '_id';
    const others =
      (id === '' ? sameName.get(nameOf(row.cells)) : sameId.get(id))?.filter((other) => other !== row) ?? [];
    if (others[0] !== undefined && (id !== '' || name !== '')) {
      const message = `Line ${others[0].line} has the same: ${id === '' ? 'give each new tool a name of its own' : 'keep one of the two'}`;
      return [{ line: row.line, name, column, message }];
    }
    if (id === '') return planAdding(row, byName.get(nameOf(row.cells)) ?? []);
    const tool = byId.get(id);
    if (tool !== undefined) return planChange(row, tool);
    const message = `No tool on sale has the id ${id}: empty the cell to add the tool anew`;
    return [{ line: row.line, name, column, message }];
  });
  return {
    steps: plans.filter((plan) => 'kind' in plan),
    faults: plans.flatMap((plan) => ('kind' in plan ? [] : plan)),
  };
}

function planAdding({ line, cells }: ToolRow, namesakes: readonly Tool[]): Plan {
  const { _id, stockAtExport, ...given } = cells;
  const parsed = NewTool.safeParse(given);
  if (!parsed.success) return faultsOf(line, cells.name ?? '', cells, parsed.error);
  const tool = parsed.data;
  const [first] = namesakes;
  if (first === undefined) return { kind: 'add', line, name: tool.name, tool };
  const { availableQuantity, ...fields } = tool;
  const twin = namesakes.find((one) => differences(one, fields).length === 0);
  if (twin !== undefined) {
    const note =
      twin.availableQuantity === availableQuantity
        ? ''
        : `its stock stays ${twin.availableQuantity}: to change it, write ${twin._id} into _id`;
    return { kind: 'same', line, name: tool.name, note };
  }
  const message = `A tool of this name is in the shop: write ${first._id} into _id to change it, or give the new one another name`;
  return [{ line, name: tool.name, column: '_id', message }];
}

function planChange({ line, cells }: ToolRow, tool: Tool): Plan {
  const { _id, stockAtExport, ...given } = cells;
  const { availableQuantity } = given;
  // Nobody touched this number since the export; customers may have bought since, so it is not today's stock.
  if (availableQuantity?.trim() === stockAtExport?.trim()) delete given.availableQuantity;
  else if (/^\s*[+-]/.test(availableQuantity ?? '')) {
    const message = 'Write the number of pieces that are there now, without a sign';
    return [{ line, name: tool.name, column: 'availableQuantity', message }];
  }
  // What stays as it is need not fit the rules of today.
  const changed = Object.fromEntries(
    Object.entries(given).filter(([field, cell]) => cell.trim() !== asCell(tool[field as keyof Tool])),
  );
  const parsed = ToolEdit.safeParse(changed);
  if (!parsed.success) return faultsOf(line, tool.name, cells, parsed.error);
  const changes = differences(tool, parsed.data);
  if (changes.length === 0) return { kind: 'same', line, name: tool.name, note: '' };
  const edit = { ...Object.fromEntries(changes.map(({ field, after }) => [field, after])), rev: tool.rev };
  return { kind: 'change', line, name: tool.name, id: tool._id, edit, changes };
}

/** A value as a cell holds it: line ends are those of Unix there. */
const asCell = (value: string | number): string => String(value).replaceAll(/\r\n?/g, '\n');

const differences = (tool: Tool, fields: Partial<NewTool> | ToolEdit): FieldChange[] =>
  Object.entries(fields).flatMap(([field, after]) => {
    const before = tool[field as keyof Tool];
    return after === undefined || asCell(before) === asCell(after) ? [] : [{ field, before, after }];
  });

const faultsOf = (line: number, name: string, cells: Cells, { issues }: z.ZodError): FileFault[] =>
  issues.map(({ path, message }) => {
    const column = String(path[0]);
    const cell = cells[column as ToolColumn]?.trim() ?? '';
    return {
      line,
      name,
      column,
      message: cell === '' ? message : `${message}; the cell says ${brief(cell)}`,
    };
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
