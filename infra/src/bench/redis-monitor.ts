import { connect } from 'node:net';

/** A command as Redis saw it; `inScript` when a script ran it. */
export interface MonitoredCommand {
  inScript: boolean;
  args: string[];
}

/**
 * Parses one line of Redis's MONITOR; gives null for a line that is no command. Bytes outside ASCII come back as latin-1.
 */
export function parseMonitorLine(line: string): MonitoredCommand | null {
  const head = line.match(/^\+?\d+\.\d+ \[\d+ ([^\]]+)\] /);
  if (head === null) return null;
  const args: string[] = [];
  for (const [, quoted = ''] of line.slice(head[0].length).matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
    args.push(
      quoted.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, char?: string) => unescaped(hex, char)),
    );
  }
  return { inScript: head[1] === 'lua', args };
}

const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

function unescaped(hex: string | undefined, char: string | undefined): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return named[char ?? ''] ?? char ?? '';
}

/** Captures every command that Redis at `port` of 127.0.0.1 receives while `work` runs. */
export async function monitorRedis(port: number, work: () => Promise<void>): Promise<MonitoredCommand[]> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  let listening: () => void = () => undefined;
  const begun = new Promise<void>((done, fail) => {
    listening = done;
    socket.once('error', fail);
  });
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
    if (heard.startsWith('+OK')) listening();
  });
  socket.write('MONITOR\r\n');
  await begun;
  await work();
  // The commands of `work` come before this one; its echo ends the capture.
  const mark = `end-${process.pid}-${Math.random()}`;
  const other = connect(port, '127.0.0.1', () => other.write(`PING ${mark}\r\n`));
  other.on('error', () => undefined);
  while (!heard.includes(mark)) await new Promise((next) => socket.once('data', next));
  other.destroy();
  socket.destroy();
  return heard.split('\r\n').flatMap((line) => parseMonitorLine(line) ?? []);
}
