import { openOrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { keptSecret } from './config/kept-secret.ts';
import { clientAddress } from './http/client-address.ts';
import { metricsFor } from './http/metrics.ts';
import { noRateLimits, redisRateLimits } from './http/rate-limits.ts';
import { type Dependency, dependencyStates } from './http/readiness.ts';
import { runServer } from './http/run-server.ts';
import { answersHttp } from './http/sign-of-life.ts';
import { accessTokens } from './identity/access-token.ts';
import { firebaseVerifier } from './identity/identity-verifier.ts';
import { personFinder } from './identity/session.ts';
import { tokenCalls } from './identity/token-calls.ts';
import { userCalls } from './identity/user-calls.ts';
import { userRecords } from './identity/user-records.ts';
import { orderCalls } from './orders/order-calls.ts';
import { orderListCalls } from './orders/order-list-calls.ts';
import { orderProblem } from './orders/order-problems.ts';
import { paymentCalls } from './orders/payment-calls.ts';
import { openPayments } from './payments/open-payments.ts';
import { openCatalogue } from './tools/catalogue.ts';
import { toolCalls } from './tools/tool-calls.ts';

/** A shop that is open for business. */
export interface OpenShop {
  readonly url: string;
  readonly port: number;
  /** Lets requests in flight finish, then closes everything. */
  stop(): Promise<void>;
}

/** Less than the two seconds within which a client must hear that Redis is away. */
const redisPatienceMs = 1_500;
const graceMs = 4_000;

/** Builds the server out of its adapters and begins to listen. Throws when Redis is away or the port is taken. */
export async function openShop(config: Config, logger: Logger): Promise<OpenShop> {
  const secret = config.accessTokenSecret ?? (await keptSecret(config.dataDir, 'access-token-secret'));
  const log = await openOrderLog({
    url: config.redisUrl,
    name: 'karigar-bff',
    commandTimeoutMs: redisPatienceMs,
  });
  const catalogue = openCatalogue({ log, url: config.redisUrl, patienceMs: redisPatienceMs });
  const identity = firebaseVerifier({
    projectId: config.auth.projectId,
    checkRevoked: config.auth.emulatorHost !== null || config.auth.hasCredentials,
  });
  const tokens = accessTokens(secret);
  const users = userRecords(log.redis);
  const dependencies = dependenciesOf(config, () => log.ping());
  const metrics = metricsFor(async (gauges) => {
    const [states, head] = await Promise.all([dependencyStates(dependencies), log.head().catch(() => null)]);
    for (const state of states) gauges.dependency(state.name, state.ok);
    if (head) gauges.headSeq(head.seq);
  });
  const { adminEmails, reserveHours, maxUnpaidOrders } = config;
  const payments = openPayments({
    log,
    logger,
    registry: metrics.registry,
    reserveHours,
    guardCards: config.rateLimit,
    provider: config.payments,
  });
  const onWritten = () => catalogue.touch();
  let stopping = false;
  const app = buildApp({
    calls: [
      ...toolCalls({ log, catalogue }),
      ...orderCalls({ log, catalogue, payments, reserveHours, maxUnpaidOrders, onWritten }),
      ...orderListCalls({ log, reserveHours }),
      ...paymentCalls(payments),
      ...tokenCalls({ identity, tokens, users, adminEmails }),
      ...userCalls(users, adminEmails),
    ],
    gates: {
      findPerson: personFinder(tokens, users, adminEmails),
      rateLimits: config.rateLimit ? redisRateLimits(log.redis) : noRateLimits,
      clientAddress: clientAddress(config.trustedProxies),
      minClientVersion: config.minClientVersion,
    },
    logger,
    metrics,
    dependencies,
    translate: orderProblem,
    version: packageJson.version,
    production: config.production,
    corsOrigins: config.corsOrigins,
    metricsToken: config.metricsToken,
    stopping: () => stopping,
    mountRest: () => undefined,
  });
  const server = await runServer(app, config);
  return {
    port: server.port,
    url: `http://${config.host}:${server.port}`,
    async stop() {
      stopping = true;
      await server.stop(graceMs);
      await payments.stop();
      await Promise.allSettled([catalogue.close(), identity.close(), log.close()]);
    },
  };
}

/** What readiness names: Redis is a must; the demo's local parts and outside services take only a part away. */
function dependenciesOf(config: Config, pingLog: () => Promise<void>): Dependency[] {
  const dependencies: Dependency[] = [
    { name: 'redis', required: true, check: () => pingLog().then(() => 'answers') },
  ];
  const { emulatorHost } = config.auth;
  dependencies.push({
    name: 'identity',
    required: false,
    check: () =>
      emulatorHost === null ? Promise.resolve('configured') : answersHttp(`http://${emulatorHost}/`),
  });
  const { simulatorUrl } = config.payments;
  dependencies.push({
    name: 'payments',
    required: false,
    check: () => (simulatorUrl === null ? Promise.resolve('configured') : answersHttp(`${simulatorUrl}/`)),
  });
  return dependencies;
}
