import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureKind } from './picture-kind.ts';

const picture = () => sharp({ create: { width: 4, height: 4, channels: 3, background: '#0b5d4e' } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect/></svg>';

describe('the kind of a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('is %s by its first bytes', async (kind) => {
    expect(pictureKind(await picture().toFormat(kind).toBuffer())).toBe(kind);
  });

  it('is AVIF also when only a compatible brand says so', () => {
    expect(pictureKind(Buffer.from('\0\0\0\u001cftypmif1\0\0\0\0mif1avifmiaf', 'latin1'))).toBe('avif');
  });

  it.each([
    ['nothing', ''],
    ['one byte', '\u00ff'],
    ['a vector picture', svg],
    ['one behind blanks, a mark and a comment', `\u00ef\u00bb\u00bf\n <!-- \u00ff\u00d8\u00ff --> ${svg}`],
    ['one that declares itself', `<?xml version="1.0"?><!DOCTYPE svg>${svg}`],
    ['a compressed one', '\u001f\u008b\b\0'],
    ['a PDF', '%PDF-1.7'],
    ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0'],
    ['a TIFF', 'II*\0'],
    ['a bitmap', 'BM'],
    ['an icon', '\0\0\u0001\0'],
    ['a video', '\0\0\0\u0018ftypmp42\0\0\0\0mp42isom'],
    ['an HEIC photo', '\0\0\0\u0018ftypheic\0\0\0\0mif1heic'],
    ['brands outside their box', '\0\0\0\u0010ftypheic\0\0\0\0avif'],
    ['a sound', 'RIFF\0\0\0\0WAVE'],
  ])('is none for %s', (_what, bytes) => {
    expect(pictureKind(Buffer.from(bytes, 'latin1'))).toBeNull();
  });
});
