import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../infra/src/s3-simulator/main.ts', import.meta.url));
const bucket = 'karigar-test';
const credentials = { keyId: 'KARIGARTESTKEY', secret: 'a/secret+of=tests', region: 'eu-test-1' };

/** A fault of the simulator, as the README of `infra/src/s3-simulator` lists them. */
export interface S3Fault {
  effect: string;
  method?: string;
  key?: string;
  ending?: string;
  times?: number;
  ms?: number;
}

/** An S3-compatible storage in a process of its own, with one bucket, for tests and faults. */
export class TestS3 {
  readonly credentials = credentials;
  /** Where it listens, without a bucket. */
  origin = '';
  private readonly variables: Readonly<Record<string, string>>;
  private child: ChildProcess | null = null;

  private constructor(variables: Readonly<Record<string, string>>) {
    this.variables = variables;
  }

  /** Starts one with an empty bucket; `pageSize` names stand on a page of its listings. */
  static async start({ pageSize = 1_000 } = {}): Promise<TestS3> {
    const simulator = new TestS3({
      BUCKET: bucket,
      PAGE_SIZE: String(pageSize),
      OBJECTS_KEY_ID: credentials.keyId,
      OBJECTS_SECRET: credentials.secret,
      OBJECTS_REGION: credentials.region,
    });
    // A test run that dies must not leave its simulator behind.
    process.once('exit', simulator.farewell);
    await simulator.launch();
    return simulator;
  }

  /** The address of the bucket, with a prefix behind it or without. */
  address(prefix = ''): string {
    return `${this.origin}/${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  }

  /** The variables with which a server or a command of the operator uses it. */
  environment(prefix = ''): Record<string, string> {
    return {
      OBJECTS_URL: this.address(prefix),
      OBJECTS_KEY_ID: credentials.keyId,
      OBJECTS_SECRET: credentials.secret,
      OBJECTS_REGION: credentials.region,
    };
  }

  /** Orders a fault; the faults that were ordered before stay. */
  async order(fault: S3Fault): Promise<void> {
    const answer = await this.control('POST', 'faults', fault);
    if (!answer.ok) throw new Error(`The fault was refused: ${await answer.text()}`);
  }

  /** Ends all faults. */
  async heal(): Promise<void> {
    await this.control('DELETE', 'faults');
  }

  /** What it was asked, oldest first: `GET shop/images/a.webp`. */
  async requests(): Promise<string[]> {
    return (await (await this.control('GET', 'requests')).json()) as string[];
  }

  /** Forgets what it was asked until now. */
  async forget(): Promise<void> {
    await this.control('DELETE', 'requests');
  }

  async stop(): Promise<void> {
    process.off('exit', this.farewell);
    const child = this.child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((exited) => child.once('exit', exited));
    child.kill('SIGKILL');
    await gone;
  }

  private readonly farewell = (): void => {
    this.child?.kill('SIGKILL');
  };

  private control(method: string, what: string, body?: unknown): Promise<Response> {
    return fetch(`${this.origin}/-/${what}`, {
      method,
      headers: { authorization: `Bearer ${credentials.secret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  private async launch(): Promise<void> {
    const child = spawn(process.execPath, [entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...this.variables, PORT: '0' },
    });
    this.child = child;
    this.origin = await new Promise<string>((resolve, reject) => {
      let printed = '';
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The simulator ended with ${code}`)));
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
        const origin = /listening on (http:\S+)/.exec(printed)?.[1];
        if (origin !== undefined) resolve(origin);
      });
    });
  }
}
