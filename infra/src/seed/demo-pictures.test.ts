import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePicture } from '@karigar/bff/encode-picture';
import { expect, test } from 'vitest';
import { addressOfPicture, encodedPictures, pictures } from './demo-pictures.ts';
import { toolCatalogue } from './tool-catalogue.ts';

test('every picture of the catalogue is there in each form that the shop would make of it', async () => {
  const hashOf = (picture: string) => addressOfPicture(picture).slice('/images/'.length, -'.webp'.length);
  const [first = ''] = readdirSync(pictures);
  const { largest, others } = await encodePicture(readFileSync(join(pictures, first)));
  const forms = [largest, ...others].map(({ name }) => name.replace(hashOf(first), ''));
  const needed = toolCatalogue.flatMap(({ picture }) => forms.map((form) => hashOf(picture) + form));
  expect(readdirSync(encodedPictures)).toEqual(needed.sort());
});
