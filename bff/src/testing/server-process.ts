import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../main.mjs', import.meta.url));

/** The server as a process of its own, which a test can kill. */
export class ServerProcess {
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly gone: Promise<unknown>;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.child = child;
    this.gone = new Promise((exited) => child.once('exit', exited));
    // A test run that dies must not leave its server behind.
    process.once('exit', this.farewell);
  }

  /** Starts one on a free port with these variables; rejects with its last words when it does not start. */
  static async start(environment: Record<string, string>): Promise<ServerProcess> {
    const child = spawn(process.execPath, [entry], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'warn', ...environment },
    });
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        const listens = /listens on (http:\S+)/.exec(said)?.[1];
        if (listens !== undefined) resolve(listens);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    });
    return new ServerProcess(url, child);
  }

  /** Lets it finish, as a supervisor does; settles when it is gone. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Ends it at once, as a crash would; settles when it is gone. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    process.off('exit', this.farewell);
    this.child.kill(signal);
    await this.gone;
  }

  private readonly farewell = () => this.child.kill('SIGKILL');
}
