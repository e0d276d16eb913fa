import { openOrderLog, pastSegments, pingObjects } from '@karigar/events';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { archiveChore } from './archive/archive-shop.ts';
import type { Config } from './config/config.ts';
import { checkServerObjects, openShopKeys, openShopObjects } from './config/open-shop-objects.ts';
import { setCurrency } from './contracts/money.ts';
import { indexCustomers } from './customers/index-customers.ts';
import { openErasure } from './erasure/open-erasure.ts';
import { personRecords } from './erasure/person-records.ts';
import { clientAddress } from './http/client-address.ts';
import { metricsFor } from './http/metrics.ts';
import type { Gates } from './http/mount-calls.ts';
import { rateLimits } from './http/rate-limits.ts';
import { refuseBusyPort, runServer } from './http/run-server.ts';
import { accessTokens } from './identity/access-token.ts';
import { firebaseIdentity } from './identity/identity-service.ts';
import { personFinder } from './identity/session.ts';
import { followChore } from './jobs/follow-log.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { followOrders } from './live/order-follower.ts';
import { openMail } from './mail/mail-channel.ts';
import { openNotices } from './notices/follow-notices.ts';
import { noticeQueue } from './notices/notice-queue.ts';
import { foreignEntries } from './operations/foreign-entries.ts';
import { dependenciesOf } from './operations/readiness.ts';
import { addShopMetrics } from './operations/shop-metrics.ts';
import { watchStore } from './operations/store-watch.ts';
import { storeWeaknesses } from './operations/store-weaknesses.ts';
import { openPayments, requireProvider } from './payments/open-payments.ts';
import { requireCurrency } from './payments/order-currency.ts';
import { paymentRound } from './payments/payment-watch.ts';
import { knownAccounts } from './people/user-record.ts';
import { keyTroubles } from './personal/key-troubles.ts';
import { openKeysOfShop } from './personal/keys-of-shop.ts';
import { openPersonal } from './personal/personal.ts';
import { dataKeyFromFile, secretFromFile } from './personal/secret-file.ts';
import { openPush } from './push/push-channel.ts';
import { openReviewList } from './reviews/review-list.ts';
import { openCatalogue } from './tools/catalogue.ts';
import { catalogueLane } from './tools/catalogue-lane.ts';
import { deletedTool } from './tools/tool-records.ts';
import { watchSessions } from './watch-sessions.ts';

/** A shop that is open for business. */
export interface OpenShop {
  url: string;
  port: number;
  /** Lets requests in flight finish for a few seconds at most, then closes everything. */
  stop(): Promise<void>;
}

/** Less than the two seconds within which a client must hear that Redis is away. */
const redisTimeoutMs = 1_500;

/** At most; a supervisor may end the server earlier. */
const graceMs = 4_000;

/** Builds the server out of its adapters and begins to listen. Throws when Redis is away or the port is taken. */
export async function openShop(config: Config, logger: Logger): Promise<OpenShop> {
  // Whatever refuses a server comes before it makes its first file, also a port that is in use.
  await refuseBusyPort(config);
  const metrics = metricsFor();
  const { registry } = metrics;
  const objects = openShopObjects(config.objects);
  const log = await openOrderLog({
    url: config.redisUrl,
    onForeign: foreignEntries(registry, logger),
    name: 'karigar-bff',
    past: pastSegments(objects),
    timeZone: config.timeZone,
    replicas: config.replicas,
    onReplicaWait: metrics.replicaWait,
    commandTimeoutMs: redisTimeoutMs,
    // An empty Redis is a new shop on a developer's machine, and a lost disk anywhere else.
    mustExist: config.production,
  });
  const { redis, primary } = log;
  setCurrency(config.currency);
  await Promise.all([
    requireCurrency(log, config.currency),
    requireProvider(log, config.payments.cards),
  ]).catch(async (error: unknown) => {
    await log.close();
    throw error;
  });
  const dataKeys = async (areThere: boolean) => ({
    current: config.dataKey ?? (await dataKeyFromFile(config.dataDir, areThere)),
    former: config.dataKeyFormer,
  });
  const readOnly = config.asOf !== null;
  const keys = await openKeysOfShop(
    redis,
    openShopKeys(config.keys),
    dataKeys,
    readOnly ? 'read' : 'all',
  ).catch(async (error) => {
    await log.close();
    throw error;
  });
  await checkServerObjects(objects, logger);
  const tokens = accessTokens(
    config.accessTokenSecret ?? (await secretFromFile(config.dataDir, 'access-token-secret')),
  );
  for (const weakness of await storeWeaknesses(log, config.replicas))
    logger.warn({ weakness }, 'the store keeps less than promised');
  const { emulatorHost, projectId, hasCredentials } = config.auth;
  const identity = firebaseIdentity({ projectId, emulated: emulatorHost !== null, hasCredentials });
  if (!identity.mayRemove)
    logger.warn(
      'without GOOGLE_APPLICATION_CREDENTIALS disabled accounts are refused late, and no erasure of a person can be finished: their account cannot be removed',
    );
  const erased = new Set<string>();
  const dependencies = dependenciesOf(
    { ...config.auth, ...config.payments },
    { redis: () => log.ping(), keys: () => keys.check(), objects: () => pingObjects(objects) },
  );
  const personal = await openPersonal(keys, keyTroubles(logger, registry), knownAccounts(redis));
  const timeoutMs = redisTimeoutMs;
  const catalogue = openCatalogue({ log, timeoutMs });
  const reviewList = openReviewList({ primary, timeoutMs, personal, erased });
  const records = personRecords(redis, personal, config.adminEmails);
  const reservation = {
    hours: config.reserveHours,
    unverifiedHours: config.reserveHoursUnverified,
    verifiedAmong: records.users.verifiedAmong,
  };
  const payments = openPayments(log, config.payments, config.rateLimit, registry);
  const { carriers } = config.shipping;
  const base = {
    ...{ config, logger, metrics, registry, log, objects, identity, tokens, erased, dependencies, personal },
    ...{ catalogue, reviewList, ...records, reservation, payments, carriers },
  };
  const { keepInvoicesYears } = config;
  const erasure = await openErasure({ ...base, keepInvoicesYears, readOnly });
  const follower = followOrders({
    ...base,
    onErased: (uid) => erasure.heard(uid).finally(() => follower.endStreamsOf(uid)),
  });
  const sessions = await watchSessions({ log, timeoutMs, onEnded: follower.endStreamsOf });
  // Who was erased between the look at the log and its first event that is followed.
  void follower.started.then(erasure.look);
  const tool = async (id: string) =>
    (await catalogue.snapshot()).byId.get(id) ?? (await deletedTool(log, id));
  const mail = openMail(config, base);
  const push = await openPush(config, base);
  const jobs = await openJobs(base);
  jobs.chore(followChore(indexCustomers({ index: records.customers, log, personal }), log, registry));
  // A shop that is shown as it was tells no one and archives nothing; its index is of that moment too.
  const channels = [...mail.channels, ...push.channels];
  const notices = readOnly
    ? noticeQueue(jobs, log)
    : await openNotices({ ...base, tool, channels, jobs, address: config.shopUrl });
  if (!readOnly) {
    const work = (stopping: AbortSignal) => paymentRound(payments, reservation, stopping);
    jobs.chore({ name: 'payment-watch', everyMs: 30_000, work });
    jobs.chore({ name: 'erasures', everyMs: 60_000, work: erasure.finish });
    const archive = archiveChore({ ...base, ...config.archive, redisUrl: config.redisUrl });
    if (archive !== null) jobs.chore(archive);
  }
  jobs.begin();
  addShopMetrics(registry, { log, dependencies, follower, replicas: config.replicas });
  const store = watchStore(log, () => {
    catalogue.renew();
    reviewList.renew();
    erasure.look();
  });
  const stopping = new AbortController();
  const limits = config.rateLimit ? rateLimits(config.processes) : null;
  const findAddress = clientAddress(config.trustedProxies);
  const gates: Gates = {
    findPerson: personFinder(tokens, records.users, erased, sessions),
    sessions,
    rateLimits: limits,
    clientAddress: findAddress,
    closed: store.closed,
    asOf: config.asOf,
    minClientVersion: config.minClientVersion,
    confirmed: (answer) => redis.confirmed(answer),
  };
  const app = await buildApp(
    {
      ...{ ...base, erasure, follower, sessions, limits },
      version: packageJson.version,
      pushKey: push.publicKey,
      copiedAt: await log.copiedAt(),
      notices,
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
