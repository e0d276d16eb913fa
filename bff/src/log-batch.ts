/** Characters after which a batch is written at once. */
const maxLength = 4096;

/**
 * Batches log lines: a write for each would cost as much as the request itself. When the reader is gone (the process that started the
 * server was killed) the lines are dropped: a server that must end cannot wait for it.
 */
export function logBatch(output: NodeJS.WritableStream) {
  let text = '';
  let readerIsGone = false;
  output.on('error', () => {
    readerIsGone = true;
  });
  /** Writes the batch; never throws and never waits, also when nobody reads any more. */
  const flush = (): void => {
    if (text !== '' && !readerIsGone) output.write(text);
    text = '';
  };
  return {
    write(line: string): void {
      text += line;
      if (text.length >= maxLength) flush();
    },
    flush,
  };
}
