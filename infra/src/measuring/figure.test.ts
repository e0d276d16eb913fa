import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';
import { keptName, reportFolder } from './figure.ts';

test('a measurement overwrites the tracked figures only when that is asked for', () => {
  const ignored = (name: string) =>
    execFileSync(
      'git',
      ['check-ignore', '--verbose', '--non-matching', '--no-index', join(reportFolder, name)],
      {
        cwd: projectRoot,
        encoding: 'utf8',
      },
    );
  expect(keptName('orders', 'json')).toBe('orders.own.json');
  expect(keptName('orders', 'json', true)).toBe('orders.json');
  expect(ignored(`figures/${keptName('orders', 'json')}`)).toContain('.gitignore');
  expect(ignored(keptName('rehearsal', 'md'))).toContain('.gitignore');
});
