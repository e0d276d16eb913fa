/** What the Add Tool form holds while it is typed; numbers may still be text. */
export interface ToolForm {
  name: string;
  price: number | string;
  minOrderQuantity: number | string;
  availableQuantity: number | string;
  description: string;
  image: File | null;
}

export const emptyToolForm: ToolForm = {
  name: '',
  price: '',
  minOrderQuantity: '',
  availableQuantity: '',
  description: '',
  image: null,
};

/** Prices and counts stay exact integers up to this bound, as on the server. */
const most = 1_000_000;
/** A chosen picture of more bytes is no photo, or too much for the browser to make smaller. */
const largestPicture = 40 * 1024 * 1024;
/** The shop takes no more bytes than this; pictures are made smaller before they travel. */
export const largestUpload = 8 * 1024 * 1024;
export const pictureTooLarge = 'The picture could not be made smaller than 8 MB. Choose another one';
/** The kinds of picture that the shop takes, as MIME types. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** A rule for a whole number from `min`: `missing` when nothing is typed, a sentence when it is no such number. */
export const wholeNumber =
  (missing: string, min = 1) =>
  (value: number | string) => {
    if (String(value).trim() === '') return missing;
    const number = Number(value);
    return Number.isInteger(number) && number >= min && number <= most
      ? null
      : `Type a whole number from ${min} to ${most.toLocaleString('en')}`;
  };

/** A rule for the chosen picture: `missing` when there is none, a sentence when it is too large or of no known kind. */
export const picture = (missing: string) => (file: File | null) => {
  if (file === null) return missing;
  if (!pictureTypes.includes(file.type)) return 'Choose a JPEG, PNG, WebP or AVIF picture';
  return file.size > largestPicture ? 'Choose a picture of at most 40 MB' : null;
};
