import { LogDamagedError, LogUnavailableError } from '@karigar/events';
import { describe, expect, it } from 'vitest';
import { failureText } from './failure-text.ts';

describe('what is said of a failure', () => {
  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'.", 'memory is full'],
    ["READONLY You can't write against a read only replica.", 'is a replica'],
    ['MISCONF Errors writing to the AOF file', 'free room on its disk'],
    ['WRONGPASS invalid username-password pair', 'user and password'],
    ['LOADING Redis is loading the dataset in memory', 'try again in a moment'],
  ])('names the remedy for %s, whichever client heard it', (reply, remedy) => {
    const heard = new Error(reply);
    expect(failureText(heard)).toContain(remedy);
    const wrapped = failureText(new LogUnavailableError(`Redis is not available: ${reply}`, heard));
    expect(wrapped).toContain(remedy);
    expect(wrapped).not.toContain('..');
    expect(wrapped).not.toContain('Is the shop running?');
  });

  it('tells that a connection was lost in words of our own', () => {
    for (const text of ['Connection is closed.', 'Command timed out', 'read ECONNRESET'])
      expect(failureText(new Error(text))).toContain('The connection to Redis was lost');
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:1');
    expect(
      failureText(new LogUnavailableError(`Redis is not available: ${refused.message}`, refused)),
    ).toContain('Is the shop running?');
  });

  it('sends a damaged log to verify, and keeps each fault of several', () => {
    const both = new AggregateError(
      [new LogDamagedError(3, 'it is missing'), new Error('b')],
      '2 orders failed',
    );
    expect(failureText(both)).toMatch(/^2 orders failed\nEvent 3: it is missing\. .*verify.*\nb$/);
  });
});
