import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { archiveChore } from './archive/archive-shop.ts';
import type { Config } from './config/config.ts';
import { indexCustomers } from './customers/index-customers.ts';
import { clientAddress } from './http/client-address.ts';
import type { Gates } from './http/mount-calls.ts';
import { rateLimits } from './http/rate-limits.ts';
import { refuseBusyPort, runServer } from './http/run-server.ts';
import { personFinder } from './identity/session.ts';
import { followChore } from './jobs/follow-log.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { openMail } from './mail/mail-channel.ts';
import { openNotices } from './notices/follow-notices.ts';
import { noticeQueue } from './notices/notice-queue.ts';
import { addShopMetrics } from './operations/shop-metrics.ts';
import { watchStore } from './operations/store-watch.ts';
import { paymentRound } from './payments/payment-watch.ts';
import { openPush } from './push/push-channel.ts';
import { openParts } from './shop-parts.ts';
import { catalogueLane } from './tools/catalogue-lane.ts';
import { deletedTool } from './tools/tool-records.ts';

/** A shop that is open for business. */
export interface OpenShop {
  url: string;
  port: number;
  /** Lets requests in flight finish for a few seconds at most, then closes everything. */
  stop(): Promise<void>;
}

/** At most; a supervisor may end the server earlier. */
const graceMs = 4_000;

/** Builds the server out of its adapters and begins to listen. Throws when Redis is away or the port is taken. */
export async function openShop(config: Config, logger: Logger): Promise<OpenShop> {
  // Whatever refuses a server comes before it makes its first file, also a port that is in use.
  await refuseBusyPort(config);
  const parts = await openParts(config, logger);
  const { metrics, registry, log, identity, catalogue, reviewList, erasure, follower, sessions } = parts;
  const tool = async (id: string) =>
    (await catalogue.snapshot()).byId.get(id) ?? (await deletedTool(log, id));
  const mail = openMail(config, parts);
  const push = await openPush(config, parts);
  const jobs = await openJobs(parts);
  jobs.chore(followChore(indexCustomers({ ...parts, index: parts.customers }), log, registry));
  // A shop that is shown as it was tells no one and archives nothing; its index is of that moment too.
  const channels = [...mail.channels, ...push.channels];
  const readOnly = config.asOf !== null;
  const notices = readOnly
    ? noticeQueue(jobs, log)
    : await openNotices({ ...parts, tool, channels, jobs, address: config.shopUrl });
  if (!readOnly) {
    const work = (stopping: AbortSignal) => paymentRound(parts.payments, parts.reservation, stopping);
    jobs.chore({ name: 'payment-watch', everyMs: 30_000, work });
    jobs.chore({ name: 'erasures', everyMs: 60_000, work: erasure.finish });
    const archive = archiveChore({ ...parts, ...config.archive, redisUrl: config.redisUrl });
    if (archive !== null) jobs.chore(archive);
  }
  jobs.begin();
  addShopMetrics(registry, { ...parts, replicas: config.replicas });
  const store = watchStore(log, () => {
    catalogue.renew();
    reviewList.renew();
    erasure.look();
  });
  const stopping = new AbortController();
  const limits = config.rateLimit ? rateLimits(config.processes) : null;
  const findAddress = clientAddress(config.trustedProxies);
  const gates: Gates = {
    findPerson: personFinder(parts.tokens, parts.users, parts.erased, sessions),
    sessions,
    rateLimits: limits,
    clientAddress: findAddress,
    closed: store.closed,
    asOf: config.asOf,
    minClientVersion: config.minClientVersion,
    confirmed: (answer) => log.redis.confirmed(answer),
  };
  const app = await buildApp(
    {
      ...{ ...parts, limits, notices },
      version: packageJson.version,
      pushKey: push.publicKey,
      copiedAt: await log.copiedAt(),
      stopping: stopping.signal,
    },
    gates,
  );
  const server = await runServer(
    app,
    config,
    { clientAddress: findAddress, limitAddresses: config.rateLimit, onCut: metrics.cut },
    catalogueLane(catalogue, gates, config, metrics.catalogueAnswer),
  );
  return {
    port: server.port,
    url: `http://${config.host}:${server.port}`,
    async stop() {
      stopping.abort();
      for (const watch of [store, sessions, erasure]) watch.stop();
      // What a slow mail server still has in hand is given up, and tried again by the next process.
      setTimeout(mail.close, graceMs).unref();
      await Promise.all([server.stop(graceMs), jobs.stop()]);
      mail.close();
      await Promise.allSettled([follower.close(), catalogue.close(), reviewList.close(), identity.close()]);
      await log.close();
    },
  };
}
