import { archiveShop } from './archive/archive-shop.ts';
import type { Config } from './config/config.ts';
import type { CustomerIndex } from './customers/customer-index.ts';
import { indexCustomers } from './customers/index-customers.ts';
import { followLog } from './following/follow-log.ts';
import { noticeQueue } from './notices/notice-queue.ts';
import { openNotices } from './notices/open-notices.ts';
import type { Personal } from './personal/personal.ts';

type NoticesParts = Omit<Parameters<typeof openNotices>[0], 'address' | 'now'>;
type ArchiveParts = Pick<Parameters<typeof archiveShop>[0], 'objects'>;

/** What works beside the answers of a server. */
interface Background {
  readonly notices: ReturnType<typeof noticeQueue>;
  /** Lets what is in hand end. */
  stop(): Promise<void>;
}

/**
 * Begins what a server makes of the log: the index of customers, letters and pushes, the archive. A shop that is shown as it was tells nobody and archives
 * nothing; its index is of that moment too. Throws `LogUnavailableError`.
 */
export async function beginBackground(
  config: Pick<Config, 'asOf' | 'archive' | 'redisUrl' | 'shopUrl'>,
  parts: NoticesParts & ArchiveParts & { readonly customers: CustomerIndex; readonly personal: Personal },
): Promise<Background> {
  const { log, logger, registry, personal, customers } = parts;
  const indexing = followLog(indexCustomers({ index: customers, log, personal }), { log, logger, registry });
  if (config.asOf !== null) return { notices: noticeQueue(log.redis), stop: () => indexing.stop() };
  const notices = await openNotices({ ...parts, address: config.shopUrl });
  const archive = archiveShop({ ...parts, ...config.archive, redisUrl: config.redisUrl });
  return {
    notices: notices.queue,
    async stop() {
      await Promise.all([indexing.stop(), notices.stop(), archive.stop()]);
    },
  };
}
