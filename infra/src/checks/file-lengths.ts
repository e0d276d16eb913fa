import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from '../stack/places.ts';

const mostLines = 250;
const rooms = ['events', 'bff', 'pwa', 'infra'];
const code = /\.(ts|tsx|mjs|css|lua|html)$/;
const skipped = new Set(['node_modules', 'dist', '.tsbuild', '.data', 'coverage']);

/** Names each source file that is too long to hold one idea, in a sentence. */
export function fileLengthFindings(): string[] {
  return rooms
    .flatMap((room) => filesBelow(join(projectRoot, room)))
    .filter((file) => code.test(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(
      ({ file, lines }) =>
        `${relative(projectRoot, file)} has ${lines} lines; ${mostLines} are the limit: split it`,
    );
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
