// The first step of every `npm run …` command: plain JavaScript without dependencies, so that it works on the
// machine's own Node in a clone where nothing is installed. It installs what is missing, then hands over to Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const commands = {
  start: { entry: 'infra/src/start/start.ts', needs: ['redis', 'flock'] },
  dev: { entry: 'infra/src/start/start.ts', args: ['dev'], needs: ['redis', 'flock'] },
  test: {
    entry: 'infra/src/checks/run.ts',
    needs: [
      'redis',
      'sentinel',
      'caddy',
      'chromium',
      'wholeChromium',
      'firefox',
      'webkit',
      'screen',
      'promtool',
      'systemdAnalyze',
    ],
  },
  reset: { entry: 'infra/src/start/reset.ts', needs: ['flock'] },
  orders: { entry: 'bff/src/operator.ts', needs: [] },
  bench: { entry: 'infra/src/bench/run.ts', needs: ['redis', 'chromium'] },
  faults: { entry: 'infra/src/faults/run.ts', needs: ['redis', 'sentinel', 'caddy', 'chromium'] },
  rehearse: { entry: 'infra/src/rehearse/run.ts', needs: ['redis', 'sentinel', 'caddy', 'chromium'] },
  report: { entry: 'infra/src/report/run.ts', needs: [] },
  screenshots: { entry: 'infra/src/screenshots/run.ts', needs: ['redis', 'chromium'] },
};
const programs = {
  redis: { anyOf: ['redis-server', 'valkey-server'], debian: 'redis-server' },
  flock: { anyOf: ['flock'], debian: 'util-linux' },
  sentinel: { anyOf: ['redis-sentinel', 'valkey-sentinel'], debian: 'redis-sentinel' },
  caddy: { anyOf: ['caddy'], debian: 'caddy' },
  // The shell has no windows to draw, which is half of the work of a browser without a screen.
  chromium: {
    anyOf: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    debian: 'chromium-headless-shell',
  },
  // Notifications are refused by the shell.
  wholeChromium: { anyOf: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  firefox: { anyOf: ['firefox-esr'], debian: 'firefox-esr' },
  webkit: { anyOf: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  // WebKit has no way to run without one.
  screen: { anyOf: ['Xvfb'], debian: 'xvfb' },
  // The package brings Prometheus itself too, which a machine with systemd then runs: only tests need it.
  promtool: { anyOf: ['promtool'], debian: 'prometheus' },
  systemdAnalyze: { anyOf: ['systemd-analyze'], debian: 'systemd' },
};

// npm starts this program without a shell in between (`exec` in package.json), so that its signals arrive here.
const npm = process.env.npm_lifecycle_event === undefined ? null : process.ppid;

/** Whether the lists of Debian's packages were brought up to date in this run. */
let listsAreNew = false;

const name = process.argv[2] ?? '';
const command = commands[name];
if (command === undefined || !existsSync(join(root, command.entry))) {
  const known = Object.keys(commands).filter((key) => existsSync(join(root, commands[key].entry)));
  refuse(`There is no command "${name}". Known are: ${known.join(', ')}.`);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  refuse(`Karigar needs Node 20 or newer to install itself; this is ${process.version}.`);
}
if (/[#?]/.test(root)) {
  refuse(`The page cannot be built in ${root}: rename the folder so that its path has neither "#" nor "?".`);
}
await installPackages();
for (const need of command.needs) installProgram(need);
await handOver(command.entry, [...(command.args ?? []), ...process.argv.slice(3)]);

/** Prints one sentence and ends with code 1. */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Runs a program and gives its exit code. A signal for us ends the program too, as does the end of the npm that started us;
 * `stopped` is then true.
 */
function run(file, args, options) {
  return new Promise((settle) => {
    const child = spawn(file, args, { cwd: root, ...options });
    let stopped = false;
    const stop = (signal) => {
      stopped = true;
      child.kill(signal);
    };
    // A terminal sends Ctrl-C to the program as well: it takes a second copy as the same wish.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, stop);
    // npm cannot pass a SIGKILL on: that it was killed shows only in our new parent.
    const watch = setInterval(() => {
      if (npm === null || process.ppid === npm) return;
      clearInterval(watch);
      stop('SIGTERM');
    }, 200);
    const settled = (code, error) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, stop);
      settle({ code, error, stopped });
    };
    child.once('error', (error) => settled(1, error));
    child.once('exit', (code) => settled(code ?? 1));
  });
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Runs `npm ci` unless node_modules already answers to this package-lock.json. */
async function installPackages() {
  const lock = join(root, 'package-lock.json');
  // Commands that start at the same moment install one after the other; the kernel lets the lock go with this process.
  const turn = openSync(lock, 'r');
  spawnSync('flock', ['3'], { stdio: ['ignore', 'ignore', 'ignore', turn] });
  await installNewPackages(lock, turn);
  closeSync(turn);
}

async function installNewPackages(lock, turn) {
  const stamp = join(root, 'node_modules', '.karigar', 'lock-hash');
  const hash = createHash('sha256').update(readFileSync(lock)).update(process.platform).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const installed = join(root, 'node_modules', '.package-lock.json');
  // npm writes its hidden lockfile last: one that is newer than ours is a complete install made by hand.
  if (existsSync(stamp) || !existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
    const since = Date.now();
    process.stdout.write('Installing packages (npm ci), about a minute the first time …\n');
    const ci = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    const done = await run('npm', ci, { stdio: ['ignore', 'inherit', 'inherit', turn] });
    if (done.stopped) process.exit(130);
    if (done.code !== 0) refuse('npm ci failed (its reason is above): mend that and run the command again.');
    process.stdout.write(`Packages installed in ${seconds(since)}\n`);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

function inPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** True if this installation is given a Redis of its own and so needs none here. */
function redisIsGiven() {
  if (process.env.REDIS_URL) return true;
  try {
    return /^\s*REDIS_URL\s*=\s*\S/m.test(readFileSync(join(root, '.env'), 'utf8'));
  } catch {
    return false;
  }
}

/** Installs a Debian package when the program is missing and we may; otherwise names the command to run. */
function installProgram(need) {
  const { anyOf, debian } = programs[need];
  if (anyOf.some(inPath)) return;
  if (need === 'redis' && name !== 'test' && redisIsGiven()) return;
  const advice = `Karigar needs ${anyOf.slice(0, 2).join(' or ')}, which is not installed: run "sudo apt-get install -y ${debian}" and start again.`;
  if (!inPath('apt-get')) refuse(advice.replace(/: run .*/, ': install it and start again.'));
  const isRoot = process.getuid?.() === 0;
  const mayUseSudo =
    !isRoot && inPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (!isRoot && !mayUseSudo) refuse(advice);
  const since = Date.now();
  process.stdout.write(`Installing ${debian} with apt-get …\n`);
  const apt = (...args) =>
    spawnSync(
      isRoot ? 'apt-get' : 'sudo',
      [
        ...(isRoot ? [] : ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']),
        '-o',
        'DPkg::Lock::Timeout=180',
        ...args,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    );
  // An old list names old browsers, which today's Playwright cannot drive.
  if (!listsAreNew) apt('update');
  listsAreNew = true;
  const done = apt('install', '-y', '--no-install-recommends', debian);
  if (done.status !== 0 || !anyOf.some(inPath)) {
    process.stderr.write(`${`${done.stdout ?? ''}${done.stderr ?? ''}`.split('\n').slice(-15).join('\n')}\n`);
    refuse(advice);
  }
  process.stdout.write(`${debian} installed in ${seconds(since)}\n`);
}

/** Runs the TypeScript entry on Node 24 with our own programs first in PATH, and ends as it ends. */
async function handOver(entry, args) {
  const ownNode = join(root, 'node_modules', '.bin', 'node');
  const node = existsSync(ownNode) ? ownNode : process.execPath;
  if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 24) {
    refuse(
      `On this platform Karigar brings no Node of its own: install Node 24 or newer (this is ${process.version}).`,
    );
  }
  const done = await run(node, [join(root, entry), ...args], {
    // The channel tells the child when this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Every program that is started below begins with a third less work when it finds itself compiled.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  if (done.error !== undefined) refuse(`Node could not be started: ${done.error.message}`);
  process.exit(done.code);
}
