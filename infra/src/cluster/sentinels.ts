import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../stack/free-port.ts';
import { needProgram } from '../stack/places.ts';
import { askRedis } from '../stack/redis.ts';
import { answersPort, startPart } from '../stack/start-part.ts';
import { adminPassword, shopLogin } from './redis-nodes.ts';
import { until } from './until.ts';

/** Sentinels that watch one primary and promote a replica of it when most of them miss it. */
export interface Sentinels {
  /** What REDIS_URL is set to, so that servers ask them. */
  url: string;
  /** `host:port` of the primary that they tell of. */
  primary(): Promise<string>;
}

/** The name under which they know the primary. */
const name = 'karigar';
const usualCount = 3;

/** Below the half of the five seconds in which servers have to follow. */
const downAfterMs = 1_500;
const failoverTimeoutMs = 10_000;

/**
 * Starts real Sentinels that watch the primary at `primary` (`host:port`), until `undo` ends them. Settles when each knows the others and
 * `replicas` replicas: only then they would promote one. Throws a StackFault when Debian's redis-sentinel is not installed.
 */
export async function startSentinels(
  undo: AsyncDisposableStack,
  options: {
    dir: string;
    logFile: (name: string) => string;
    primary: string;
    replicas: number;
    /** How many Sentinels; 3 unless told otherwise. */
    count?: number;
  },
): Promise<Sentinels> {
  const { count = usualCount } = options;
  const command = needProgram(['redis-sentinel', 'valkey-sentinel']);
  const ports = await freePorts(count);
  for (const [at, port] of ports.entries()) {
    const dir = join(options.dir, `sentinel-${at + 1}`);
    mkdirSync(dir, { recursive: true });
    // Sentinels keep what they learn in this file.
    const file = join(dir, 'sentinel.conf');
    writeFileSync(file, settings(port, dir, options.primary));
    const child = await startPart({
      name: `Sentinel ${at + 1}`,
      command,
      args: [file],
      cwd: dir,
      env: process.env,
      logFile: options.logFile(`sentinel-${at + 1}`),
      answers: () => answersPort(port),
    });
    undo.defer(() => child.stop(1_000));
  }
  const knows = async (port: number) => {
    const info = await askRedis(`127.0.0.1:${port}`, 'INFO', 'sentinel');
    return info.includes(`status=ok`) && info.includes(`slaves=${options.replicas},sentinels=${count}`);
  };
  for (const port of ports) await until('the Sentinels know each other', () => knows(port));
  return {
    url: `redis+sentinel://${shopLogin}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`,
    async primary() {
      const command = ['SENTINEL', 'get-master-addr-by-name', name];
      return (await askRedis(`127.0.0.1:${ports[0]}`, ...command)).replace(' ', ':');
    },
  };
}

/** The settings of one Sentinel; two of three must miss the primary. */
function settings(port: number, dir: string, primary: string): string {
  return `port ${port}
bind 127.0.0.1
dir ${dir}
sentinel monitor ${name} ${primary.replace(':', ' ')} 2
sentinel auth-user ${name} sentinel
sentinel auth-pass ${name} ${adminPassword}
sentinel down-after-milliseconds ${name} ${downAfterMs}
sentinel failover-timeout ${name} ${failoverTimeoutMs}
sentinel parallel-syncs ${name} 3
`;
}
