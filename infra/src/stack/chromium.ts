import { StackFault } from './fault.ts';
import { findProgram } from './places.ts';

const wholeOnes = ['chromium', 'chromium-browser', 'google-chrome'];

/** Finds a Chromium in PATH, the one without windows first, or a Chrome, and gives its full path; null if there is none. */
export function findChromium(): string | null {
  return findProgram(['chromium-headless-shell', ...wholeOnes]);
}

/** Finds a Chromium that can show notifications too; null if there is none. */
export function findWholeChromium(): string | null {
  return findProgram(wholeOnes);
}

/** Gives the full path of Chromium. Throws a StackFault that says how to install it if there is none. */
export function needChromium(): string {
  const program = findChromium();
  if (program === null)
    throw new StackFault(
      'Chromium is not installed: run "sudo apt-get install -y chromium-headless-shell" and start again.',
    );
  return program;
}
