import type { OrderLog } from '@karigar/events';
import type { z } from 'zod';
import type { AuditOrigin } from '../audit.ts';
import { specificationsOf } from '../contracts/specifications.ts';
import { NewTool, type Tool, ToolEdit } from '../contracts/tool.ts';
import { folded, oneLine } from '../contracts/written-text.ts';
import { cellOf, type FieldValue, type FileFault, type ToolColumn, type ToolRow } from './tool-file.ts';
import { addTool, editTool } from './tool-records.ts';

/** One field of a tool that a file changes. */
interface FieldChange {
  field: string;
  before: string | number;
  after: string | number;
}

/** What one row of a file asks for; `same` is nothing, and its `note` tells what of the row does not count. */
export type ImportStep = { line: number; name: string } & (
  | { kind: 'add'; tool: NewTool }
  | { kind: 'change'; id: string; edit: ToolEdit; changes: readonly FieldChange[] }
  | { kind: 'same'; note: string }
);

const idOf = ({ cells }: ToolRow) => cells._id?.trim() ?? '';
/** A name as it is compared. */
const nameOf = ({ cells }: ToolRow) => folded(oneLine(cells.name ?? ''));

/**
 * Decides what a file asks of the tools on sale. A row with `_id` changes that tool where it differs, a row without adds one. A row without `_id` is
 * known by its name: a tool of the same name that differs in nothing but its stock was added when the file was read before, and any other is a
 * fault; so no file adds a tool twice.
 */
export function planImport(
  rows: readonly ToolRow[],
  tools: readonly Tool[],
): { steps: ImportStep[]; faults: FileFault[] } {
  const steps: ImportStep[] = [];
  const faults: FileFault[] = [];
  const byId = new Map(tools.map((tool) => [tool._id, tool]));
  const byName = Map.groupBy(tools, ({ name }) => folded(name));
  const sameId = Map.groupBy(rows, idOf);
  const sameName = Map.groupBy(rows, nameOf);
  for (const row of rows) {
    const { line, cells } = row;
    const [id, name] = [idOf(row), nameOf(row)];
    const tool = byId.get(id);
    const fault = (column: ToolColumn, message: string) =>
      faults.push({ line, name: (tool?.name ?? cells.name ?? '').trim(), column, message });
    const refuse = ({ issues }: z.ZodError) => {
      for (const { path, message } of issues) {
        const column = String(path[0]) as ToolColumn;
        const cell = cells[column]?.trim() ?? '';
        fault(column, cell === '' ? message : `${message}; the cell says ${brief(cell)}`);
      }
    };
    const other = (id === '' ? name && sameName.get(name) : sameId.get(id)) || [];
    const twinRow = other.find((one) => one !== row);
    const { _id, stockAtExport, ...given } = cells;
    if (twinRow !== undefined) {
      const remedy = id === '' ? 'give each new tool a name of its own' : 'keep one of the two';
      fault(id === '' ? 'name' : '_id', `Line ${twinRow.line} has the same: ${remedy}`);
    } else if (tool !== undefined) {
      const { availableQuantity = '' } = given;
      // The number was not touched since the export. Customers may have bought since, so it is not the stock of today.
      if (availableQuantity.trim() === stockAtExport?.trim()) delete given.availableQuantity;
      else if (/^\s*[+-]/.test(availableQuantity)) {
        fault('availableQuantity', 'Write the number of pieces that are there now, without a sign');
        continue;
      }
      // What stays as it is need not fit the rules of today.
      const changed = Object.fromEntries(
        Object.entries(given).filter(([field, cell]) => cell.trim() !== cellOf(tool[field as keyof Tool])),
      );
      const { data, error } = ToolEdit.safeParse(readCells(changed));
      if (error) refuse(error);
      else steps.push({ line, name: tool.name, ...changeOf(tool, data) });
    } else if (id !== '') {
      fault('_id', `No tool on sale has the id ${id}: empty the cell to add the tool anew`);
    } else {
      const { data, error } = NewTool.safeParse(readCells(given));
      const namesakes = byName.get(name) ?? [];
      const step = data && addingOf(data, namesakes);
      if (error) refuse(error);
      else if (step) steps.push({ line, name: data.name, ...step });
      else {
        const remedy = `write ${namesakes[0]?._id} into _id to change it, or give the new one another name`;
        fault('_id', `A tool of this name is in the shop: ${remedy}`);
      }
    }
  }
  return { steps, faults };
}

/** Null where a tool of this name is another one. */
function addingOf(tool: NewTool, namesakes: readonly Tool[]) {
  if (namesakes.length === 0) return { kind: 'add', tool } as const;
  const { availableQuantity, ...fields } = tool;
  const twin = namesakes.find((one) => differences(one, fields).length === 0);
  if (twin === undefined) return null;
  const { availableQuantity: stock, _id } = twin;
  const note =
    stock === availableQuantity ? '' : `its stock stays ${stock}: to change it, write ${_id} into _id`;
  return { kind: 'same', note } as const;
}

function changeOf(tool: Tool, wanted: ToolEdit) {
  const changes = differences(tool, wanted);
  if (changes.length === 0) return { kind: 'same', note: '' } as const;
  const edit = {
    ...Object.fromEntries(changes.map(({ field }) => [field, wanted[field as keyof ToolEdit]])),
    rev: tool.rev,
  };
  return { kind: 'change', id: tool._id, edit, changes } as const;
}

/** The cells of a row, with those that hold a list read as one. */
const readCells = ({ specifications, otherImages, ...cells }: Partial<Record<string, string>>) => ({
  ...cells,
  ...(specifications !== undefined && { specifications: specificationsOf(specifications) }),
  ...(otherImages !== undefined && { otherImages: otherImages.split(/\s+/).filter(Boolean) }),
});

const differences = (tool: Tool, fields: Partial<NewTool> | ToolEdit) =>
  Object.entries(fields).flatMap(([field, after]) => {
    const before = tool[field as keyof Tool];
    if (after === undefined || cellOf(before) === cellOf(after)) return [];
    return [{ field, before: shownOf(before), after: shownOf(after) }];
  });

const shownOf = (value: FieldValue) => (typeof value === 'number' ? value : cellOf(value));

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
