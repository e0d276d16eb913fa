import { longest } from '@karigar/bff/written-text';
import { messages } from '../../../shared/messages.ts';
import { optionalText } from '../../../shared/ui/text-rules.ts';
import { wholeNumber } from '../../../shared/ui/whole-number.ts';

/** What the Add Tool form holds while it is typed; numbers are the text that was typed. */
export interface ToolForm {
  name: string;
  price: string;
  minOrderQuantity: string;
  availableQuantity: string;
  description: string;
  category: string;
  otherNames: string;
  image: File | null;
  alt: string;
}

export const emptyToolForm: ToolForm = {
  name: '',
  price: '',
  minOrderQuantity: '',
  availableQuantity: '',
  description: '',
  category: '',
  otherNames: '',
  image: null,
  alt: '',
};

/** The most characters of a category, and of the words for a picture, as on the server. */
export const categoryRule = optionalText(longest.category);
export const altRule = optionalText(longest.alt);
/** The rule of a tool's other names, as on the server. */
export const otherNamesRule = (typed: string) =>
  typed.split(',').length > 20 ? 'Use at most 20 names' : optionalText(longest.otherNames)(typed);
/** A chosen picture of more bytes is no photo, or too much for the browser to make smaller. */
const largestPicture = 40 * 1024 * 1024;
/** The shop takes no more bytes than this; pictures are made smaller before they travel. */
export const largestUpload = 8 * 1024 * 1024;
export const pictureTooLarge = 'The picture is over 8 MB even after resizing. Choose another one';
/** The kinds of picture that the shop takes, as MIME types. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** The rules of a tool's numbers, for typed text: prices are whole dollars, counts are whole pieces. */
export const priceRule = wholeNumber(messages.admin.priceRequired, 'Whole dollars');
export const minimumRule = wholeNumber(messages.admin.minRequired, 'Whole number');
/** The rule of a stock; `min` pieces at least. */
export const stockRule = (min: number) => wholeNumber(messages.admin.availableRequired, 'Whole number', min);

/** A rule for the chosen picture: `missing` when there is none, a sentence when it is too large or of no known kind. */
export const picture = (missing: string) => (file: File | null) => {
  if (file === null) return missing;
  if (!pictureTypes.includes(file.type)) return 'Choose a JPEG, PNG, WebP or AVIF picture';
  return file.size > largestPicture ? 'Choose a picture of at most 40 MB' : null;
};
