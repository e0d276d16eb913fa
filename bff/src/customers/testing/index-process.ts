import { openOrderLog } from '@karigar/events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { followLog } from '../../following/follow-log.ts';
import { customerIndex } from '../customer-index.ts';
import { indexCustomers } from '../index-customers.ts';
import { openTestKeys } from './index-shop.ts';

/** A process of its own that keeps the index until it is killed: `index-process.ts <redis url> <data folder>`. */
const [url = '', dataDir = ''] = process.argv.slice(2);
const log = await openOrderLog({ url, commandTimeoutMs: 20_000, mustExist: true });
const personal = await openTestKeys(dataDir);
const index = customerIndex(log.redis, personal);
followLog(indexCustomers({ index, log, personal }), {
  ...{ log, logger: pino({ level: 'silent' }), registry: new Registry(), everyMs: 10, leaseMs: 300 },
});
process.stdout.write('follows\n');
