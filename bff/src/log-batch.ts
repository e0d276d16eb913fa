/** Where log lines go. */
export interface LogBatch {
  write(line: string): void;
  /** Writes what was gathered; never throws and never waits, also when nobody reads any more. */
  flush(): void;
}

/** Lines of this many characters together are written at once. */
const most = 4096;

/**
 * Gathers lines and writes them together: a write for each would cost as much as the request that it tells of. When the reader is
 * gone (the process that started us was killed) the lines are dropped: a server that must end may not wait for it.
 */
export function logBatch(output: NodeJS.WritableStream): LogBatch {
  let text = '';
  let readerIsGone = false;
  output.on('error', () => {
    readerIsGone = true;
  });
  const flush = () => {
    if (text !== '' && !readerIsGone) output.write(text);
    text = '';
  };
  return {
    write(line) {
      text += line;
      if (text.length >= most) flush();
    },
    flush,
  };
}
