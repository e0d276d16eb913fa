import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The root folder of the project. */
export const projectRoot = resolve(import.meta.dirname, '..', '..', '..');

/** Where Node keeps compiled code: a server that finds it there starts faster and needs no compiler in its memory. */
export const compileCache = join(projectRoot, 'node_modules', '.cache', 'compiled');

/** Where the built PWA lies. */
export const builtPwa = join(projectRoot, 'pwa', 'dist');

/** Finds the first of these programs in PATH and gives its full path; null if there is none. */
export function findProgram(names: string[]): string | null {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      try {
        const path = join(folder, name);
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder: look in the next.
      }
    }
  }
  return null;
}
