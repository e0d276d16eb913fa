import { specificationsFault, specificationsOf } from '@karigar/bff/specifications';
import { mostPictures } from '@karigar/bff/tool-pictures';
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
/** The rule of a stock; `min` pieces at least. */
export const stockRule = (min: number) => wholeNumber(messages.admin.availableRequired, min);

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
