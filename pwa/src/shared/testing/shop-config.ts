import type { ShopConfig } from '@karigar/bff/contracts';

/** What a shop says of itself, with these differences. */
export const shopConfig = (fields: Partial<ShopConfig> = {}): ShopConfig => ({
  version: '1.0.0',
  auth: { apiKey: 'key', authDomain: 'karigar.example', projectId: 'karigar', emulator: true },
  payments: { provider: 'simulator', publishableKey: 'pk_test_1', byHand: [] },
  images: { uploadUrl: '/api/images' },
  unpaidOrders: { maxHeldPercent: 50, reserveHours: 72, reserveHoursUnverified: 24 },
  privacy: { keepInvoicesYears: 0 },
  shipping: { carriers: [], dispatchDays: 2 },
  terms: { delivery: '', returns: '' },
  push: { publicKey: null },
  mail: false,
  demoAccounts: [],
  currency: 'USD',
  timeZone: 'UTC',
  contact: { phone: '+880 1700 000000', email: 'hello@karigar.example', address: 'Dhaka' },
  ...fields,
});
