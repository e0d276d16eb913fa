import type { ShopConfig } from '../contracts/shop.ts';
import { entityTag, taggedJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import type { Config } from './config.ts';

/** Makes the call that tells a page everything that it must know of this installation. */
export function configCalls(
  config: Config,
  { version, pushKey, copiedAt }: { version: string; pushKey: string | null; copiedAt: number | null },
) {
  const { auth, payments, maxHeldPercent, reserveHours, reserveHoursUnverified } = config;
  const open: ShopConfig = {
    version,
    auth: {
      apiKey: auth.apiKey,
      authDomain: auth.authDomain,
      projectId: auth.projectId,
      emulator: auth.emulatorHost !== null,
    },
    payments: {
      provider: payments.cards ? (payments.simulatorUrl === null ? 'stripe' : 'simulator') : 'none',
      publishableKey: payments.publishableKey,
      byHand: payments.byHand,
      ...(payments.simulatorUrl === null ? {} : { simulatorUrl: '/simulator' }),
    },
    images: { uploadUrl: '/api/images' },
    unpaidOrders: { maxHeldPercent, reserveHours, reserveHoursUnverified },
    privacy: { keepInvoicesYears: config.keepInvoicesYears },
    shipping: {
      carriers: config.shipping.carriers.map(({ name }) => name),
      dispatchDays: config.shipping.dispatchDays,
    },
    terms: config.terms,
    push: { publicKey: pushKey },
    mail: config.mail.smtpUrl !== null,
    currency: config.currency,
    timeZone: config.timeZone,
    contact: config.contact,
    ...(config.inboxUrl === null ? {} : { demoInbox: '/inbox' }),
    ...(copiedAt === null ? {} : { copiedAt: new Date(copiedAt).toISOString() }),
    demoAccounts: config.demoAccounts,
  };
  const tagged = (answer: ShopConfig) => {
    const bytes = JSON.stringify(answer);
    return [bytes, entityTag(bytes)] as const;
  };
  const { demoInbox: _, ...shown } = open;
  const [forThisMachine, forOthers] = [tagged(open), tagged({ ...shown, demoAccounts: [] })];
  return {
    'GET /config': ({ c }) =>
      taggedJson(c, ...(isFromThisMachine(c, config.rehearsal) ? forThisMachine : forOthers)),
  } satisfies Partial<Handlers>;
}
