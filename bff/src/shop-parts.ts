import { type OrderLog, openOrderLog, pastSegments, pingObjects } from '@karigar/events';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { checkServerObjects, openShopKeys, openShopObjects } from './config/open-shop-objects.ts';
import { setCurrency } from './contracts/money.ts';
import { openErasure } from './erasure/open-erasure.ts';
import { personRecords } from './erasure/person-records.ts';
import { metricsFor } from './http/metrics.ts';
import { accessTokens } from './identity/access-token.ts';
import { firebaseIdentity } from './identity/identity-service.ts';
import { followOrders } from './live/order-follower.ts';
import { foreignEntries } from './operations/foreign-entries.ts';
import { dependenciesOf } from './operations/readiness.ts';
import { storeWeaknesses } from './operations/store-weaknesses.ts';
import { openPayments, requirePayments } from './payments/payment-parts.ts';
import { knownAccounts } from './people/user-record.ts';
import { dataKeyFromFile, secretFromFile } from './personal/data-key.ts';
import { openKeysOfShop } from './personal/key-store.ts';
import { keyTroubles, openPersonal } from './personal/personal.ts';
import { openReviewList } from './reviews/review-list.ts';
import { openCatalogue } from './tools/catalogue.ts';
import { watchSessions } from './watch-sessions.ts';

/** What the calls and the background work of a shop are made of. */
export type ShopParts = Awaited<ReturnType<typeof openParts>>;

/** Less than the two seconds within which a client must hear that Redis is away. */
const timeoutMs = 1_500;

/** Opens the log, the storages and the services of a shop. Closes the log again, and throws, when one of them cannot be used. */
export async function openParts(config: Config, logger: Logger) {
  const metrics = metricsFor();
  const { registry } = metrics;
  const objects = openShopObjects(config.objects);
  await using opening = new AsyncDisposableStack();
  const opened = await openOrderLog({
    url: config.redisUrl,
    onForeign: foreignEntries(registry, logger),
    name: 'karigar-bff',
    past: pastSegments(objects),
    timeZone: config.timeZone,
    replicas: config.replicas,
    onReplicaWait: metrics.replicaWait,
    commandTimeoutMs: timeoutMs,
    // An empty Redis is a new shop on a developer's machine, and a lost disk anywhere else.
    mustExist: config.production,
  });
  const log: OrderLog = opening.adopt(opened, (one) => one.close());
  const { redis, primary } = log;
  setCurrency(config.currency);
  await requirePayments(log, config.payments.cards, config.currency);
  const dataKeys = async (areThere: boolean) => ({
    current: config.dataKey ?? (await dataKeyFromFile(config.dataDir, areThere)),
    former: config.dataKeyFormer,
  });
  const readOnly = config.asOf !== null;
  const keys = await openKeysOfShop(redis, openShopKeys(config.keys), dataKeys, readOnly ? 'read' : 'all');
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
  opening.move();
  return { ...base, erasure, follower, sessions };
}
