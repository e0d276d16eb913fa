import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from '../stack/child.ts';
import { StackFault } from '../stack/fault.ts';
import { freePort } from '../stack/free-port.ts';
import { findProgram } from '../stack/places.ts';
import { answersPort, waitUntil } from '../stack/wait-until.ts';

/** How the proxy in front of the servers is started. */
export interface CaddyOptions {
  /** Its settings, keys and certificates. */
  dir: string;
  logFile: string;
  /** Addresses of the servers, `host:port`. */
  servers: readonly string[];
  /** Default: a free one. */
  port?: number;
  /** The names by which it is reached over https, with certificates of an authority of its own; without, it speaks http. */
  httpsNames?: readonly string[];
}

/** A running proxy. */
export interface Caddy {
  child: Child;
  /** Where people reach the shop, by the first name. */
  url: string;
  /** The certificate of its own authority, in PEM, which clients have to trust; null over http. It is there once the proxy answers. */
  authorityFile: string | null;
}

/**
 * Starts a real Caddy on 127.0.0.1 in front of the servers. Nobody needs rights of root for it, and nothing of it is left outside
 * `dir`. Throws a StackFault when it is not installed or does not answer.
 */
export async function startCaddy(options: CaddyOptions): Promise<Caddy> {
  const program = findProgram(['caddy']);
  if (program === null)
    throw new StackFault('Caddy is not installed: run "sudo apt-get install -y caddy" and start again.');
  const { dir, logFile, servers, httpsNames = [] } = options;
  mkdirSync(dir, { recursive: true });
  const port = options.port ?? (await freePort());
  const file = join(dir, 'Caddyfile');
  writeFileSync(file, settings(port, servers, httpsNames));
  const child = startChild({
    name: 'Caddy',
    command: program,
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    cwd: dir,
    env: {
      ...process.env,
      HOME: dir,
      XDG_DATA_HOME: join(dir, 'data'),
      XDG_CONFIG_HOME: join(dir, 'config'),
    },
    logFile,
  });
  await waitUntil(child, () => answersPort(port), 60_000);
  const [name] = httpsNames;
  return {
    child,
    url: name === undefined ? `http://127.0.0.1:${port}` : `https://${name}:${port}`,
    authorityFile:
      name === undefined ? null : join(dir, 'data', 'caddy', 'pki', 'authorities', 'local', 'root.crt'),
  };
}

/**
 * A server that is not ready gets nothing. A request goes to another server when no connection came about, and when it only reads;
 * what may have reached a server is for its sender to repeat, under the same key. Live updates are flushed without a setting; with
 * `flush_interval -1`, this Caddy would keep them open to the server when the browser has long gone.
 */
function settings(port: number, servers: readonly string[], httpsNames: readonly string[]): string {
  const places = httpsNames.map((name) => `https://${name}:${port}`);
  return `{
	admin off
	skip_install_trust
	local_certs
	auto_https disable_redirects
	default_sni ${httpsNames[0] ?? 'localhost'}
	servers {
		protocols h1 h2
	}
}
${places.length === 0 ? `http://:${port}` : places.join(', ')} {
	bind 127.0.0.1
	reverse_proxy ${servers.join(' ')} {
		lb_policy round_robin
		lb_try_duration 3s
		lb_try_interval 100ms
		health_uri /api/readyz
		health_interval 500ms
		health_timeout 2s
	}
}
`;
}
