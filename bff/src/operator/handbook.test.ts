import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operatorProgram } from './program.ts';

const handbook = readFileSync(new URL('../../../events/HANDBOOK.md', import.meta.url), 'utf8');
const program = operatorProgram(
  { variables: {}, streams: process, openServer: () => Promise.reject(new Error('none')) },
  () => undefined,
);
const known = new Map(program.commands.map((command) => [command.name(), command]));

/** Every command line of the handbook: after `npm run orders --`, and those that stand alone between backquotes. */
const lines = [
  ...[...handbook.matchAll(/npm run orders -- ([a-z][^`\n]*)/g)].map((match) => match[1] ?? ''),
  ...[...handbook.matchAll(/`([a-z-]+(?: [^`\n]*)?)`/g)]
    .map((match) => match[1] ?? '')
    .filter((line) => known.has(line.split(' ')[0] ?? '')),
];

describe('the handbook', () => {
  it('names only commands and options that there are', () => {
    expect(lines.length).toBeGreaterThan(15);
    for (const line of lines) {
      const command = known.get(line.split(' ')[0] ?? '');
      expect(command, line).toBeDefined();
      const options = [...line.matchAll(/(?<= )--[a-z-]+/g)].map((match) => match[0]);
      for (const option of options)
        expect(
          command?.options.map(({ long }) => long),
          line,
        ).toContain(option);
    }
  });

  it('mentions every command', () => {
    for (const name of known.keys())
      expect(
        lines.some((line) => line.startsWith(name)),
        name,
      ).toBe(true);
  });

  it('is answered by help with an example for each command', () => {
    for (const command of known.values()) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help).toContain(`npm run orders -- ${command.name()}`);
    }
  });
});
