/** What is said to whoever sends something else. */
export const acceptedPictures = 'Send a JPEG, PNG, WebP, AVIF or GIF picture.';

/** The kinds of picture that the shop takes. */
type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

const jpeg = '\u00ff\u00d8\u00ff';
const png = '\u0089PNG\r\n\u001a\n';

/**
 * Names the kind of a picture by its first bytes, whatever its name or declared type says. Null for everything else: vector pictures,
 * documents and rarer formats are code to run or old decoders to attack, so no parser ever sees them.
 */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (text(0, 3) === jpeg) return 'jpeg';
  if (text(0, 8) === png) return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis'))
    return 'avif';
  return null;
}

const maxBrands = 16;

/** Reads the brands of an ISO media file: the major one, and behind its version the compatible ones. */
function brandsOf(bytes: Uint8Array): string[] {
  const box = Buffer.from(bytes.subarray(0, 16 + 4 * maxBrands));
  const end = Math.min(box.length, box.readUInt32BE(0));
  const brands = [box.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(box.toString('latin1', at, at + 4));
  return brands;
}
