import type { Tool, ToolEdit } from '@karigar/bff/contracts';

/** The fields of a tool that an admin edits, all as the form holds them. */
export interface ToolDraft {
  name: string;
  price: number | string;
  minOrderQuantity: number | string;
  description: string;
  image: string;
  /** 'set' writes the number as it is; 'add' puts that many more on the shelf; 'keep' leaves the stock alone. */
  stock: { mode: 'keep' | 'set' | 'add'; amount: number | string };
}

export type EditableField = Exclude<keyof ToolDraft, 'stock'>;
const editableFields: readonly EditableField[] = [
  'name',
  'price',
  'minOrderQuantity',
  'description',
  'image',
];

/** The draft that changes nothing about a tool. */
export const draftOf = (tool: Tool): ToolDraft => ({
  name: tool.name,
  price: tool.price,
  minOrderQuantity: tool.minOrderQuantity,
  description: tool.description,
  image: tool.image,
  stock: { mode: 'keep', amount: '' },
});

const differs = (left: unknown, right: unknown) => String(left).trim() !== String(right).trim();

/**
 * What to send for a draft that was begun on `base`: only the fields that the admin changed, with the revision that
 * the admin saw. Null when nothing has changed.
 */
export function toolEditOf(base: Tool, draft: ToolDraft): ToolEdit | null {
  const edit: ToolEdit = {};
  if (differs(draft.name, base.name)) edit.name = draft.name.trim();
  if (differs(draft.price, base.price)) edit.price = Number(draft.price);
  if (differs(draft.minOrderQuantity, base.minOrderQuantity)) {
    edit.minOrderQuantity = Number(draft.minOrderQuantity);
  }
  if (differs(draft.description, base.description)) edit.description = draft.description.trim();
  if (differs(draft.image, base.image)) edit.image = draft.image;
  if (draft.stock.mode === 'add') edit.availableQuantity = `+${Number(draft.stock.amount)}`;
  if (draft.stock.mode === 'set') edit.availableQuantity = Number(draft.stock.amount);
  return Object.keys(edit).length === 0 ? null : { ...edit, rev: base.rev };
}

/** One field that another admin has changed since this one began; `mine` is set when both have changed it. */
export interface ForeignChange {
  field: EditableField;
  theirs: string;
  mine: string | null;
}

/**
 * Puts a draft onto the tool as another admin has left it. Fields that only they changed take their value; what this
 * admin typed stays as typed. `changes` names every field of theirs, so that the screen can show it.
 */
export function rebaseDraft(base: Tool, draft: ToolDraft, current: Tool) {
  const changes: ForeignChange[] = [];
  const rebased = { ...draft };
  for (const field of editableFields) {
    if (!differs(base[field], current[field])) continue;
    const typed = differs(draft[field], base[field]) && differs(draft[field], current[field]);
    changes.push({ field, theirs: String(current[field]), mine: typed ? String(draft[field]) : null });
    if (!typed) Object.assign(rebased, { [field]: current[field] });
  }
  return { draft: rebased, changes };
}
