import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { StackFault } from './fault.ts';

/** The root folder of the project. */
export const projectRoot = resolve(import.meta.dirname, '..', '..', '..');

/** Where Node keeps compiled code: a server that finds it there starts faster and needs no compiler in its memory. */
export const compileCache = join(projectRoot, 'node_modules', '.cache', 'compiled');

/** Where the built PWA lies. */
export const builtPwa = join(projectRoot, 'pwa', 'dist');

/** Finds the first of these programs in PATH and gives its full path; null if there is none. */
function findProgram(names: string[]): string | null {
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

/** Gives the full path of the first of these programs. Throws a StackFault that says how to install it, by its Debian package, if there is none. */
export function needProgram(names: string[], debian = names[0]): string {
  const program = findProgram(names);
  if (program !== null) return program;
  throw new StackFault(
    `${names[0]} is not installed: run "sudo apt-get install -y ${debian}" and start again.`,
  );
}

const wholeChromium = ['chromium', 'chromium-browser', 'google-chrome'];
const anyChromium = ['chromium-headless-shell', ...wholeChromium];

/** Finds a Chromium in PATH, the one without windows first, or a Chrome, and gives its full path; null if there is none. */
export const findChromium = (): string | null => findProgram(anyChromium);

/** Finds a Chromium that can show notifications too; null if there is none. */
export const findWholeChromium = (): string | null => findProgram(wholeChromium);

/** Gives the full path of Chromium. Throws a StackFault that says how to install it if there is none. */
export const needChromium = (): string => needProgram(anyChromium);
