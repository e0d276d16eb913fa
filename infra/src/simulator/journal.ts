import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * An append-only file of JSON lines. A line is on disk (fsync) when `append` returns, so what was answered survives a
 * SIGKILL; a last line that was cut short by one is dropped whole.
 */
export class Journal<Line> {
  private readonly file: number;

  private constructor(file: number) {
    this.file = file;
  }

  /** Opens or creates the file at `path`; gives the journal and the lines already there. Throws when a line in the middle is damaged. */
  static open<Line>(path: string): { journal: Journal<Line>; lines: Line[] } {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
    const file = openSync(path, 'a');
    if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
    return { journal: new Journal<Line>(file), lines };
  }

  /** Writes one line and waits for the disk. */
  append(line: Line): void {
    writeSync(this.file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.file);
  }

  close(): void {
    closeSync(this.file);
  }
}
