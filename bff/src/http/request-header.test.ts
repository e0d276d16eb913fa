import { expect, it } from 'vitest';
import { checkClientVersion } from './request-header.ts';

it.each([
  ['1.2.0', '1.2.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.1.9', '1.2.0', false],
  ['0.9.0', '1.0.0', false],
  ['nonsense', '1.0.0', true],
  [undefined, '1.0.0', true],
  ['0.0.1', null, true],
])('a page of version %s is let in where %s is needed: %s', (given, minimum, welcome) => {
  const check = () => checkClientVersion(given, minimum);
  if (welcome) expect(check).not.toThrow();
  else expect(check).toThrow('new version');
});
