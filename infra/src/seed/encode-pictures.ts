import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePicture } from '@karigar/bff/encode-picture';
import { encodedPictures, pictures } from './demo-pictures.ts';

// Run by hand when a picture of the demo or the encoder has changed: `npx node infra/src/seed/encode-pictures.ts`.
rmSync(encodedPictures, { recursive: true, force: true });
mkdirSync(encodedPictures);
for (const picture of readdirSync(pictures)) {
  const { largest, others } = await encodePicture(readFileSync(join(pictures, picture)));
  for (const { name, bytes } of [largest, ...others]) writeFileSync(join(encodedPictures, name), bytes);
  console.log(picture);
}
