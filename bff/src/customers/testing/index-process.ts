import { openOrderLog } from '@karigar/events';
import { runFollowers } from '../../jobs/testing/run-chores.ts';
import { customerIndex } from '../customer-index.ts';
import { indexCustomers } from '../index-customers.ts';
import { openTestKeys } from './index-shop.ts';

/** A process of its own that keeps the index until it is killed: `index-process.ts <redis url> <data folder>`. */
const [url = '', dataDir = ''] = process.argv.slice(2);
const log = await openOrderLog({ url, commandTimeoutMs: 20_000, mustExist: true });
const personal = await openTestKeys(dataDir);
const index = customerIndex(log.redis, personal);
await runFollowers(log, [indexCustomers({ index, log, personal })], 300);
process.stdout.write('follows\n');
