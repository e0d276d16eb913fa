import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@karigar/events/testing';

const project = 'demo-karigar';
const password = 'secret!1';

interface SignInOptions {
  verified?: boolean;
  name?: string;
}

/** What the emulator's calls answer. */
interface Answer {
  idToken?: string;
  refreshToken?: string;
  localId?: string;
  users?: readonly { localId: string }[];
}

/** Of this process, whose test files run one after the other: it takes seconds of a processor to start. */
let running: Promise<AuthEmulator> | undefined;

/** The official Firebase Auth emulator, without accounts when the tests of a file begin. */
export class AuthEmulator {
  readonly host: string;
  private readonly child: ChildProcess;
  /** What it said last, for the error of a start that failed. */
  private said = '';

  private constructor(host: string, child: ChildProcess) {
    this.host = host;
    this.child = child;
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Buffer) => {
        this.said = `${this.said}${chunk}`.slice(-2_000);
      });
  }

  /** Starts it unless it runs already; resolves when it answers. It ends with this process. */
  static start(): Promise<AuthEmulator> {
    running ??= AuthEmulator.launch();
    return running;
  }

  private static async launch(): Promise<AuthEmulator> {
    const dir = await mkdtemp(join(tmpdir(), 'karigar-auth-'));
    const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()];
    const at = (port: number) => ({ host: '127.0.0.1', port });
    const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
    const config = join(dir, 'firebase.json');
    await writeFile(config, JSON.stringify({ emulators: { ...emulators, singleProjectMode: true } }));
    await mkdir(join(dir, 'tmp'));
    const words = ['emulators:start', '--only', 'auth', '--project', project, '--config', config];
    // Vitest ends this process by a signal. Where that is SIGKILL, the kernel ends the emulator.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, firebaseProgram(), ...words], {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        TMPDIR: join(dir, 'tmp'),
        XDG_CONFIG_HOME: dir,
        CI: '1',
        NO_UPDATE_NOTIFIER: '1',
      },
    });
    process.once('SIGTERM', () => {
      child.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
      process.kill(process.pid, 'SIGKILL');
    });
    const emulator = new AuthEmulator(`127.0.0.1:${auth}`, child);
    await emulator.untilItAnswers();
    return emulator;
  }

  /** A Firebase ID token of a new or known account; `verified` marks its address as proven. */
  async idToken(email: string, options: SignInOptions = {}): Promise<string> {
    return (await this.signIn(email, options)).idToken;
  }

  /** Signs a new or known account in, as the browser does. */
  async signIn(
    email: string,
    options: SignInOptions = {},
  ): Promise<{ idToken: string; refreshToken: string }> {
    const displayName = options.name ?? 'Test Person';
    const signUp = { email, password, displayName, returnSecureToken: true };
    const made = await this.ask('accounts:signUp', signUp);
    let answer = made.idToken ? made : await this.ask('accounts:signInWithPassword', signUp);
    if (options.verified) {
      await this.ask('accounts:update', { localId: answer.localId, emailVerified: true }, 'owner');
      answer = await this.ask('accounts:signInWithPassword', signUp);
    }
    return { idToken: answer.idToken ?? '', refreshToken: answer.refreshToken ?? '' };
  }

  /** A newer ID token of the same sign-in. */
  async renewed(refreshToken: string): Promise<string> {
    const answer = await fetch(`http://${this.host}/securetoken.googleapis.com/v1/token?key=any`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    return ((await answer.json()) as { id_token: string }).id_token;
  }

  /** Deletes the account of an address, which anybody may register again then. */
  async free(email: string): Promise<void> {
    const { users = [] } = await this.ask('accounts:lookup', { email: [email] }, 'owner');
    for (const { localId } of users) await this.ask('accounts:delete', { localId }, 'owner');
  }

  /** Sets the password of an account anew, as by the link of a mail: its sign-ins until then are worth nothing. */
  async renewPassword(email: string): Promise<void> {
    const { users = [] } = await this.ask('accounts:lookup', { email: [email] }, 'owner');
    for (const { localId } of users) await this.ask('accounts:update', { localId, password }, 'owner');
  }

  /** Gives the account of an address another one, proven unless told otherwise. */
  async move(email: string, to: string, { verified = true } = {}): Promise<void> {
    const { users = [] } = await this.ask('accounts:lookup', { email: [email] }, 'owner');
    for (const { localId } of users)
      await this.ask('accounts:update', { localId, email: to, emailVerified: verified }, 'owner');
  }

  /** Removes all accounts. */
  async empty(): Promise<void> {
    const answer = await fetch(`http://${this.host}/emulator/v1/projects/${project}/accounts`, {
      method: 'DELETE',
    });
    if (!answer.ok) throw new Error(`The emulator keeps its accounts: ${answer.status}`);
  }

  private async ask(method: string, body: Record<string, unknown>, owner?: 'owner'): Promise<Answer> {
    const path = owner ? `v1/projects/${project}/${method}` : `v1/${method}?key=any`;
    const answer = await fetch(`http://${this.host}/identitytoolkit.googleapis.com/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(owner ? { Authorization: 'Bearer owner' } : {}) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  }

  private async untilItAnswers(): Promise<void> {
    const until = Date.now() + 300_000;
    while (Date.now() < until) {
      if (this.child.exitCode !== null)
        throw new Error(`The emulator ended with ${this.child.exitCode}: ${this.said}`);
      const answer = await fetch(`http://${this.host}/`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => null,
      );
      await answer?.body?.cancel();
      if (answer?.ok) return;
      await delay(100);
    }
    throw new Error(`The emulator did not answer in time: ${this.said}`);
  }
}

function firebaseProgram(): string {
  const manifest = createRequire(import.meta.url).resolve('firebase-tools/package.json');
  return join(dirname(manifest), 'lib', 'bin', 'firebase.js');
}
