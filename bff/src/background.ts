import { archiveChore } from './archive/archive-shop.ts';
import type { Config } from './config/config.ts';
import type { CustomerIndex } from './customers/customer-index.ts';
import { indexCustomers } from './customers/index-customers.ts';
import type { OpenErasure } from './erasure/open-erasure.ts';
import { followChore } from './jobs/follow-log.ts';
import { openJobs } from './jobs/open-jobs.ts';
import { type NoticesParts, openNotices } from './notices/follow-notices.ts';
import { type NoticeQueue, noticeQueue } from './notices/notice-queue.ts';
import type { PaymentParts } from './payments/payment-parts.ts';
import { paymentRound } from './payments/payment-watch.ts';
import type { Reservation } from './payments/reservation.ts';
import type { Personal } from './personal/personal.ts';

type ArchiveParts = Pick<Parameters<typeof archiveChore>[0], 'objects'>;

/** What works beside the answers of a server. */
interface Background {
  notices: NoticeQueue;
  /** Lets what is in hand end. */
  stop(): Promise<void>;
}

/**
 * Begins what a server does in the background: the index of customers, letters and pushes, payments, erasures, the archive. A shop that is shown as it was tells
 * no one and archives nothing; its index is of that moment too. Throws `LogUnavailableError`.
 */
export async function beginBackground(
  config: Pick<Config, 'asOf' | 'archive' | 'redisUrl' | 'shopUrl'>,
  parts: Omit<NoticesParts, 'address' | 'jobs'> &
    ArchiveParts & {
      customers: CustomerIndex;
      personal: Personal;
      erasure: Pick<OpenErasure, 'finish'>;
      payments: PaymentParts;
      reservation: Reservation;
    },
): Promise<Background> {
  const { log, registry, personal, customers, erasure, payments } = parts;
  const jobs = await openJobs(parts);
  jobs.chore(followChore(indexCustomers({ index: customers, log, personal }), log, registry));
  if (config.asOf !== null) {
    jobs.begin();
    return { notices: noticeQueue(jobs, log), stop: jobs.stop };
  }
  const notices = await openNotices({ ...parts, jobs, address: config.shopUrl });
  jobs.chore({
    name: 'payment-watch',
    everyMs: 30_000,
    work: (stopping) => paymentRound(payments, parts.reservation, stopping),
  });
  jobs.chore({ name: 'erasures', everyMs: 60_000, work: erasure.finish });
  const archive = archiveChore({ ...parts, ...config.archive, redisUrl: config.redisUrl });
  if (archive !== null) jobs.chore(archive);
  jobs.begin();
  return { notices, stop: jobs.stop };
}
