import type { Tool, ToolEdit } from '@karigar/bff/contracts';
import { specificationsOf, specificationsText } from '@karigar/bff/specifications';
import { picturesOf } from '@karigar/bff/tool-pictures';
import { paragraphs } from '@karigar/bff/written-text';
import { numberFromText } from '../../../shared/fields/whole-number.ts';
import { cleanTexts, emptyTexts, type Picture, pictureKey, type ToolTexts } from './tool-form.ts';

/** Why pieces leave the shelf without being sold. */
export type RemovalReason = NonNullable<ToolEdit['reason']>;

/**
 * What becomes of the stock: 'keep' leaves it alone, 'add' and 'remove' count from what is there, 'set' writes the number as it is. `reason` says why
 * pieces are taken away.
 */
export interface StockChange {
  mode: 'keep' | 'add' | 'remove' | 'set';
  amount: string;
  reason: RemovalReason | '';
}

/** What an admin edits of a tool, as the form holds it. */
export interface ToolDraft extends ToolTexts {
  /** The main one first. */
  pictures: Picture[];
  stock: StockChange;
}

/** A field of a tool whose changes by two admins are compared. */
export type EditableField = keyof ToolTexts | 'pictures';
const editableFields = [...(Object.keys(emptyTexts) as (keyof ToolTexts)[]), 'pictures'] as const;

/** The draft that changes nothing about a tool. */
export const draftOf = (tool: Tool): ToolDraft => ({
  name: tool.name,
  price: String(tool.price),
  minOrderQuantity: String(tool.minOrderQuantity),
  category: tool.category,
  otherNames: tool.otherNames,
  description: tool.description,
  specifications: specificationsText(tool.specifications),
  pictures: picturesOf(tool),
  alt: tool.alt,
  stock: { mode: 'keep', amount: '', reason: '' },
});

/** What a draft holds in a field, as it is compared. */
function textOf(draft: ToolDraft, field: EditableField): string {
  if (field === 'pictures') return draft.pictures.map(pictureKey).join('\n');
  const text = draft[field];
  return field === 'specifications' ? specificationsText(specificationsOf(text)) : paragraphs(text);
}

const differ = (field: EditableField, one: ToolDraft, other: ToolDraft) =>
  textOf(one, field) !== textOf(other, field);

/**
 * What to send for a draft that was begun on `base` and whose pictures are with the shop: only the fields that the admin changed, with
 * the revision that the admin saw. Null when nothing has changed.
 */
export function toolEditOf(base: Tool, draft: ToolDraft): ToolEdit | null {
  const before = draftOf(base);
  const clean = cleanTexts(draft);
  const [image, ...otherImages] = draft.pictures.filter((picture) => typeof picture === 'string');
  const changed = editableFields.filter((field) => differ(field, draft, before));
  const edit: ToolEdit = {
    ...Object.fromEntries(
      changed.map((field) => (field === 'pictures' ? ['image', image] : [field, clean[field]])),
    ),
    ...(changed.includes('pictures') && { otherImages }),
    ...stockEdit(draft.stock),
  };
  return Object.keys(edit).length === 0 ? null : { ...edit, rev: base.rev };
}

function stockEdit({ mode, amount, reason }: StockChange): Pick<ToolEdit, 'availableQuantity' | 'reason'> {
  const pieces = numberFromText(amount);
  switch (mode) {
    case 'keep':
      return {};
    case 'set':
      return { availableQuantity: pieces };
    case 'add':
      return { availableQuantity: `+${pieces}` };
    case 'remove':
      return { availableQuantity: `-${pieces}`, ...(reason === '' ? {} : { reason }) };
    default:
      return mode satisfies never;
  }
}

/** Whether the shop has taken a draft that was begun on `base`: the tool has been edited since, and holds what was typed. */
export function hasTaken(base: Tool, draft: ToolDraft, current: Tool): boolean {
  const now = draftOf(current);
  return current.rev !== base.rev && !editableFields.some((field) => differ(field, draft, now));
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
  const before = draftOf(base);
  const now = draftOf(current);
  for (const field of editableFields) {
    if (!differ(field, before, now)) continue;
    const typed = differ(field, draft, before) && differ(field, draft, now);
    changes.push({ field, theirs: textOf(now, field), mine: typed ? textOf(draft, field) : null });
    if (!typed) Object.assign(rebased, { [field]: now[field] });
  }
  return { draft: rebased, changes };
}
