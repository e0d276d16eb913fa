import type { RedisClient } from '@karigar/events';
import { customerIndex } from '../customers/customer-index.ts';
import { waitingRecords } from '../notices/waiting-records.ts';
import { profileRecords } from '../people/profile-records.ts';
import { userRecords } from '../people/user-records.ts';
import type { Personal } from '../personal/personal.ts';
import { deviceRecords } from '../push/device-records.ts';

/** All records of people. */
export type PersonRecords = ReturnType<typeof personRecords>;

/** Opens all records of people, for a server or a command. */
export const personRecords = (
  redis: RedisClient,
  personal: Personal,
  adminEmails: ReadonlySet<string> = new Set(),
) => ({
  users: userRecords({ redis, personal, adminEmails }),
  profiles: profileRecords(redis, personal),
  customers: customerIndex(redis, personal),
  devices: deviceRecords(redis, personal),
  waiting: waitingRecords(redis),
});
