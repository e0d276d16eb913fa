import type { OrderLog, ShopClock, UnpaidLimits } from '@karigar/events';
import type { findCustomers } from '../customers/customer-index.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import type { UserRecords } from '../people/user-records.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { DailyOrders } from './daily-orders.ts';
import type { ViewParts } from './order-view.ts';

/** What the calls about orders work with. */
export interface OrderParts extends ViewParts {
  log: OrderLog;
  payments: PaymentParts;
  users: Pick<UserRecords, 'emailsOf' | 'accountsAt'>;
  /** Is told of each finished write, so that it shows the new stock at once. */
  catalogue: Pick<Catalogue, 'snapshot' | 'touch'>;
  clock: ShopClock;
  findCustomers: ReturnType<typeof findCustomers>;
  unpaidLimits: UnpaidLimits | undefined;
  dailyOrders: DailyOrders;
  /** Told of each order that was placed, for counting. */
  onAppend: (outcome: 'accepted' | 'repeated') => void;
}
