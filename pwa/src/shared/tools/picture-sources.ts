/** The widths (px) in which the shop keeps every uploaded picture. */
const widths = [400, 800, 1200];
const stored = /^(\/images\/[0-9a-f]{32})\.webp$/;

/** The forms of a picture for `srcset`, or null for one that the shop did not store itself and knows in one form only. */
export function pictureSources(src: string): { avif: string; webp: string; fallback: string } | null {
  const stem = stored.exec(src)?.[1];
  if (stem === undefined) return null;
  const list = (type: string) => widths.map((width) => `${stem}-${width}.${type} ${width}w`).join(', ');
  return { avif: list('avif'), webp: list('webp'), fallback: `${stem}-800.webp` };
}
