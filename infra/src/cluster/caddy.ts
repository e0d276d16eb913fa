import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../stack/free-port.ts';
import { needProgram, projectRoot } from '../stack/places.ts';
import { answersPort, startPart } from '../stack/start-part.ts';

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
  /** Where people reach the shop, by the first name. */
  url: string;
  /** The certificate of its own authority, in PEM, which clients have to trust; null over http. It is there once the proxy answers. */
  authorityFile: string | null;
}

/**
 * Starts a real Caddy with the shipped settings on 127.0.0.1 in front of the servers, until `undo` ends it. It needs no rights of root, and nothing of it is left outside
 * `dir`. Throws a StackFault when it is not installed or does not answer.
 */
export async function startCaddy(undo: AsyncDisposableStack, options: CaddyOptions): Promise<Caddy> {
  const { dir, logFile, servers, httpsNames = [] } = options;
  mkdirSync(dir, { recursive: true });
  const port = options.port ?? (await freePort());
  const file = join(dir, 'Caddyfile');
  const [name] = httpsNames;
  writeFileSync(file, settings(name ?? 'localhost'));
  const places = httpsNames.map((one) => `https://${one}:${port}`);
  const child = await startPart({
    name: 'Caddy',
    command: needProgram(['caddy']),
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    cwd: dir,
    env: {
      ...process.env,
      SHOP_DOMAIN: places.join(', ') || `http://:${port}`,
      SHOP_SERVERS: servers.join(' '),
      HOME: dir,
      XDG_DATA_HOME: join(dir, 'data'),
      XDG_CONFIG_HOME: join(dir, 'config'),
    },
    logFile,
    answers: () => answersPort(port),
  });
  undo.defer(() => child.stop(1_000));
  return {
    url: name === undefined ? `http://127.0.0.1:${port}` : `https://${name}:${port}`,
    authorityFile:
      name === undefined ? null : join(dir, 'data', 'caddy', 'pki', 'authorities', 'local', 'root.crt'),
  };
}

/** The shipped Caddyfile, for a test on this machine: on a free port, at a loopback address alone, with an authority of its own. */
const settings = (defaultName: string) => `{
	admin off
	skip_install_trust
	local_certs
	auto_https disable_redirects
	default_sni ${defaultName}
	default_bind 127.0.0.1
	servers {
		protocols h1 h2
	}
}
import ${join(projectRoot, 'infra', 'compose', 'Caddyfile')}
`;
