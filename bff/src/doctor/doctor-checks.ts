import { checkObjects, type ObjectStore, type OrderLog, pingObjects, redisKeys } from '@karigar/events';
import type { Config } from '../config/config.ts';
import { configWarnings } from '../config/warnings.ts';
import { openMailSender } from '../mail/mail-sender.ts';
import { storeWeaknesses } from '../operations/store-weaknesses.ts';
import type { DataKeys } from '../personal/data-key.ts';
import type { KeyObjects } from '../personal/key-objects.ts';
import { openKeysOfShop } from '../personal/keys-of-shop.ts';
import { addressCheck } from './address-check.ts';
import { type Check, DoctorFault } from './check.ts';
import { paymentCheck } from './payment-check.ts';
import { askFirebase, signInCheck } from './sign-in-check.ts';

/** The stores of the shop; each may reject. */
interface Stores {
  log(): Promise<OrderLog>;
  objects(): Promise<ObjectStore>;
  keys(): KeyObjects;
  dataKeys(): DataKeys;
}

/** Beyond it a server does no background work, and Stripe's and Amazon's signatures are refused soon. */
const mostSkewSeconds = 60;

/** Lists what `doctor` asks a configured shop for, in the order of its table. */
export const doctorChecks = (config: Config, { log, objects, keys, dataKeys }: Stores): Check[] => [
  { name: 'settings', good: 'complete', ask: async () => configWarnings(config) },
  {
    name: 'redis',
    good: 'answers, and its settings keep every order',
    ask: async () => storeWeaknesses(await log(), config.replicas),
  },
  {
    name: 'clock',
    good: 'as the clocks of Redis and of the sign-in service',
    async ask() {
      const compare = (whose: string, at: number) => {
        const seconds = Math.round((Date.now() - at) / 1_000);
        if (Math.abs(seconds) > mostSkewSeconds)
          throw new DoctorFault(`${seconds} s ahead of the clock of ${whose}: set both by NTP.`);
      };
      compare('Redis', await (await log()).now());
      const outside = await askFirebase(config).catch(() => null);
      if (outside === null) return ['Only compared with the clock of Redis: the sign-in service is away.'];
      compare('the sign-in service', outside.at);
      return [];
    },
  },
  {
    name: 'storage',
    good: 'an object was put, read, and not overwritten',
    async ask() {
      const store = await objects();
      await checkObjects(store);
      await pingObjects(store);
      return [];
    },
  },
  {
    name: 'keys',
    good: 'DATA_KEY opens the keys of this shop',
    async ask() {
      const { redis } = await log();
      const isKnown = await redis.commands.exists(redisKeys.record('keys'));
      if (isKnown === 0) return ['There are no keys yet: the first server that starts makes them.'];
      await openKeysOfShop(redis, keys(), async () => dataKeys(), 'read');
      return [];
    },
  },
  {
    name: 'mail',
    good: config.mail.smtpUrl === null ? 'none, as configured' : 'the mail server takes the login',
    async ask() {
      const { smtpUrl, ...mailboxes } = config.mail;
      if (smtpUrl === null) return [];
      const sender = openMailSender({ smtpUrl, ...mailboxes }, config.production);
      await sender.check().finally(sender.close);
      return [];
    },
  },
  paymentCheck(config),
  signInCheck(config),
  addressCheck(config.shopUrl, config.production),
];
