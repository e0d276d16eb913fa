/** Widths in which every picture exists (pixels); `contracts/shop.ts` tells clients of them. */
export const pictureWidths = [400, 800, 1200] as const;

/** The form for links to a tool: messengers show a JPEG of this size (pixels) beside the link, and often no WebP or AVIF. */
export const linkPicture = { width: 1200, height: 630, ending: '-link.jpg' } as const;

/** Matches the name of every stored picture: the hash of its content, the width except for the largest form, the format. */
export const pictureName = new RegExp(
  `^[0-9a-f]{32}(?:(?:-(?:${pictureWidths.join('|')}))?\\.(?:webp|avif)|${linkPicture.ending})$`,
);

/** Matches the address of the largest form of a picture that the shop stores itself; its first group is the address of every form without the ending. */
export const ownPicture = /^(\/images\/[0-9a-f]{32})\.webp$/;

/** What the answer to an upload of another kind says. */
export const acceptedPictures = 'Send a JPEG, PNG, WebP, AVIF or GIF picture.';
