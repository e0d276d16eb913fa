/** Bytes up to which a picture travels as it is. */
const lightEnough = 400_000;
/** The largest form that the shop stores is 1200 pixels wide; a little more leaves its encoder something to choose from. */
const widest = 1_600;
const quality = 0.9;

/**
 * Makes a smaller copy of a picture before it travels: upright, without metadata, and no wider than the shop needs. A light picture, one
 * that this browser cannot read, and one whose copy is no smaller stay as they are: what a picture is, the shop decides.
 */
export async function shrinkPicture(original: File): Promise<File> {
  if (original.size <= lightEnough) return original;
  try {
    const canvas = await drawn(original);
    const copy = await encoded(canvas, original.type === 'image/jpeg');
    return copy.size < original.size ? new File([copy], original.name, { type: copy.type }) : original;
  } catch {
    return original;
  }
}

async function drawn(original: File): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(original);
  const scale = Math.min(1, widest / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

/** Encodes as WebP. A browser that cannot (Safari) answers PNG, which suits drawings; a photo then becomes JPEG. */
async function encoded(canvas: HTMLCanvasElement, isPhoto: boolean): Promise<Blob> {
  const copy = await blobOf(canvas, 'image/webp');
  return copy.type === 'image/webp' || !isPhoto ? copy : blobOf(canvas, 'image/jpeg');
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large to draw')) : resolve(blob)),
      type,
      quality,
    );
  });
