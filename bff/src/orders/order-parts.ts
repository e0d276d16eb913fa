import type { OrderLog, UnpaidLimits } from '@karigar/events';
import type { ShopClock } from '../contracts/shop-clock.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import type { UserRecords } from '../people/user-records.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { DailyOrders } from './daily-orders.ts';
import type { FindCustomers } from './find-orders.ts';
import type { ViewParts } from './order-view.ts';

/** What the calls about orders work with. */
export interface OrderParts extends ViewParts {
  readonly log: OrderLog;
  readonly payments: PaymentParts;
  readonly users: Pick<UserRecords, 'emailsOf' | 'accountsAt'>;
  /** Is told of each finished write, so that it shows the new stock at once. */
  readonly catalogue: Pick<Catalogue, 'snapshot' | 'touch'>;
  readonly clock: ShopClock;
  readonly findCustomers: FindCustomers;
  readonly unpaidLimits: UnpaidLimits | undefined;
  readonly dailyOrders: DailyOrders;
  /** Told of each order that was placed, for counting. */
  readonly onAppend: (outcome: 'accepted' | 'repeated') => void;
}
