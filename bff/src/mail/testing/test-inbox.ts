import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../../infra/src/inbox/main.ts', import.meta.url));

/** A letter as the inbox has it. */
export interface InboxLetter {
  id: string;
  messageId: string;
  subject: string;
  from: string;
  to: string;
  html: string | null;
  text: string;
  /** How often it came. */
  times: number;
}

/** The demo's inbox as a process of its own, with a mail server that can be stopped and started again. */
export class TestInbox {
  url = '';
  smtpUrl = '';
  private readonly dir: string;
  private child: ChildProcess | null = null;

  private constructor(dir: string) {
    this.dir = dir;
  }

  static async start(): Promise<TestInbox> {
    const inbox = new TestInbox(await mkdtemp(join(tmpdir(), 'karigar-inbox-')));
    // A test run that dies must not leave its inbox behind.
    process.once('exit', inbox.farewell);
    await inbox.launch({});
    return inbox;
  }

  /** Ends the process at once, as a crash would; its letters stay. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null) return;
    const gone = new Promise((exited) => child.once('exit', exited));
    child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again where it was. */
  async restart(): Promise<void> {
    await this.kill();
    await this.launch({ PORT: new URL(this.url).port, SMTP_PORT: new URL(this.smtpUrl).port });
  }

  async stop(): Promise<void> {
    process.off('exit', this.farewell);
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Lists what came in, oldest first. */
  async letters(): Promise<InboxLetter[]> {
    const answer = await fetch(`${this.url}/letters`);
    return ((await answer.json()) as InboxLetter[]).reverse();
  }

  private readonly farewell = () => this.child?.kill('SIGKILL');

  private async launch(ports: Record<string, string>): Promise<void> {
    const child = spawn(process.execPath, [entry], {
      env: { ...process.env, ...ports, DATA_DIR: this.dir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (data: Buffer) => resolve(data.toString()));
      child.once('exit', (code) => reject(new Error(`The inbox ended with code ${code}`)));
    });
    const [url, smtpUrl] = line.match(/(?:http|smtp):\/\/[\d.:]+/g) ?? [];
    if (url === undefined || smtpUrl === undefined) throw new Error(`The inbox said: ${line}`);
    this.url = url;
    this.smtpUrl = smtpUrl;
  }
}
