import type { Tool, ToolEdit } from '@karigar/bff/contracts';
import { mostPictures, picturesOf } from '@karigar/bff/page-words';
import { specificationsFault, specificationsOf, specificationsText } from '@karigar/bff/specifications';
import { longest, oneLine, paragraphs } from '@karigar/bff/written-text';
import { optionalText, requiredText } from '../../../shared/fields/text-rules.ts';
import { numberFromText, wholeNumber } from '../../../shared/fields/whole-number.ts';
import { messages } from '../../../shared/messages.ts';

/** The texts of a tool as they are typed, empty; `alt` describes its picture, `specifications` are lines. */
export const emptyTexts = {
  name: '',
  price: '',
  minOrderQuantity: '',
  category: '',
  otherNames: '',
  description: '',
  specifications: '',
  alt: '',
};
/** The texts of a tool as they are typed: numbers too. */
export type ToolTexts = typeof emptyTexts;

/** The rules of these texts, as on the server: prices are whole dollars, counts are whole pieces. */
export const textRules = {
  name: requiredText(messages.admin.nameRequired, longest.toolName),
  price: wholeNumber(messages.admin.priceRequired),
  minOrderQuantity: wholeNumber(messages.admin.minRequired),
  category: optionalText(longest.category),
  otherNames: (typed: string) =>
    typed.split(',').length > 20 ? 'Use at most 20 names' : optionalText(longest.otherNames)(typed),
  description: requiredText(messages.admin.descriptionRequired, longest.description),
  specifications: (typed: string) => specificationsFault(specificationsOf(typed)),
  alt: optionalText(longest.alt),
};
/** What the shop is sent of these texts. */
export const cleanTexts = (typed: ToolTexts) => ({
  name: oneLine(typed.name),
  price: numberFromText(typed.price),
  minOrderQuantity: numberFromText(typed.minOrderQuantity),
  category: oneLine(typed.category),
  otherNames: oneLine(typed.otherNames),
  description: paragraphs(typed.description),
  specifications: specificationsOf(typed.specifications),
  alt: oneLine(typed.alt),
});

/** A chosen picture of more bytes is no photo, or too much for the browser to make smaller. */
const largestPicture = 40 * 1024 * 1024;
/** The shop takes no more bytes than this; pictures are made smaller before they travel. */
export const largestUpload = 8 * 1024 * 1024;
export const pictureTooLarge = 'The picture is over 8 MB even after resizing. Choose another one';
/** The kinds of picture that the shop takes, as MIME types. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** A picture of a tool: the address of one that the shop has, or a chosen file. */
export type Picture = string | File;

/** Tells pictures apart: a file that is chosen twice is the same picture. */
export const pictureKey = (picture: Picture): string =>
  typeof picture === 'string' ? picture : `${picture.name} ${picture.size} ${picture.lastModified}`;

/** The rule of a tool's pictures: there is one at least, and none is too large or of no known kind. */
export function picturesFault(pictures: readonly Picture[]): string | null {
  if (pictures.length === 0) return messages.admin.imageRequired;
  for (const file of pictures) {
    if (typeof file === 'string') continue;
    if (!pictureTypes.includes(file.type)) return `${file.name}: choose a JPEG, PNG, WebP or AVIF picture`;
    if (file.size > largestPicture) return `${file.name}: choose a picture of at most 40 MB`;
  }
  return pictures.length > mostPictures ? `Use at most ${mostPictures} pictures: remove some` : null;
}

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

/** The rules of a stock: a number, which may be 0 where it is set, and a reason to take pieces away. */
export const stockRules = {
  amount: (amount: string, { stock: { mode } }: ToolDraft) =>
    mode === 'keep' ? null : wholeNumber(messages.admin.availableRequired, mode === 'set' ? 0 : 1)(amount),
  reason: (reason: string, { stock: { mode } }: ToolDraft) =>
    mode === 'remove' && reason === '' ? 'Choose why you are removing stock' : null,
};

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
      return { availableQuantity: `-${pieces}`, ...(reason !== '' && { reason }) };
  }
}

/** Whether the shop has taken a draft that was begun on `base`: the tool has been edited since, and holds what was typed. */
export const hasTaken = (base: Tool, draft: ToolDraft, current: Tool): boolean =>
  current.rev !== base.rev && toolEditOf(current, { ...draft, stock: draftOf(current).stock }) === null;

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
