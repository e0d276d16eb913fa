import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from './command.ts';
import { makeContext, type OpenServer, type SharedOptions } from './context.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { makeOutput, type Streams } from './output.ts';

/** How long a stopped command may take to come to its end, and to close what it opened: a Redis may hang. */
const endsWithinMs = 2_000;

/** What a command runs in. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
  readonly openServer: OpenServer;
}

/** Runs a command, prints its result and closes what it opened. Answers the exit code: 1 for a difference, refusal or fault, 130 when it was stopped. */
export async function runCommand(
  row: Command,
  name: string,
  options: SharedOptions,
  { variables, streams, openServer }: Surroundings,
): Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const output = makeOutput(options.json === true, streams);
  const closing = new AsyncDisposableStack();
  const patience = () => delay(endsWithinMs, undefined, { ref: false });
  // The terminal and npm may both pass a Ctrl-C on: the second must not kill the clean end.
  const stop = () => stopping.abort(new Error('Stopped.'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  const givenUp = once(signal, 'abort')
    .then(patience)
    .then((): never => {
      throw signal.reason;
    });
  try {
    if (row.needsWhy && !options.why)
      throw new OperatorError(`Say why, in one of these words: --why ${row.why?.join(' | ')}.`);
    const context = makeContext({ name, options, variables, output, signal, closing, openServer });
    const work = row.run(context, options as never);
    const { value, text = [], note, ok = true } = await Promise.race([work, givenUp]);
    if (note !== undefined) await context.note(note);
    if (value !== undefined) output.result(value, text);
    return ok && !output.complained() ? 0 : 1;
  } catch (error) {
    // A command that knows better says itself where it stopped.
    const again = 'Nothing is half done: start the same command again to go on.';
    const text = error instanceof OperatorError || !signal.aborted ? failureText(error) : again;
    output.complain(signal.aborted ? `Stopped. ${text}` : text);
    return signal.aborted ? 130 : 1;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    await Promise.race([closing.disposeAsync(), patience()]);
  }
}
