/** Widths in which every picture exists (pixels); `contracts/shop.ts` tells clients of them. */
export const pictureWidths = [400, 800, 1200] as const;

/** Matches the name of every stored picture: the hash of its content, the width except for the largest form, the format. */
export const pictureName = new RegExp(`^[0-9a-f]{32}(?:-(?:${pictureWidths.join('|')}))?\\.(?:webp|avif)$`);

/** What the answer to an upload of another kind says. */
export const acceptedPictures = 'Send a JPEG, PNG, WebP, AVIF or GIF picture.';
