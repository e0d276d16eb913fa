import { readFileSync, writeFileSync } from 'node:fs';
import { startRedis, type TestRedis } from '@karigar/events/testing';

const shipped = new URL('../../../infra/compose/users.acl', import.meta.url);

/** A Redis with the users of `infra/compose/users.acl`. Its `url` is that of Redis's administrator. */
export interface RedisWithUsers extends TestRedis {
  /** As REDIS_URL of the servers says it. */
  userUrl: string;
  /** As REDIS_TRIM_URL says it. */
  trimUrl: string;
}

/** Starts it in the way of the compose file: Redis reads the users from a file when it starts. */
export async function startRedisWithUsers(): Promise<RedisWithUsers> {
  const file = `${process.env.TMPDIR ?? '/tmp'}/karigar-users-${process.pid}-${Date.now()}.acl`;
  const users = readFileSync(shipped, 'utf8')
    .replaceAll('$REDIS_PASSWORD', 'A_LONG_SECRET')
    .replaceAll('$REDIS_ADMIN_PASSWORD', 'ANOTHER_LONG_SECRET')
    .replaceAll('$REPLICATION_PASSWORD', 'A_SECRET_OF_REPLICAS');
  writeFileSync(file, users);
  const replica = ['--masteruser', 'replication', '--masterauth', 'A_SECRET_OF_REPLICAS'];
  const redis = await startRedis(['--aclfile', file, ...replica]);
  const urlOf = (user: string) => redis.url.replace('redis://', `redis://${user}@`);
  return {
    ...redis,
    url: urlOf(':ANOTHER_LONG_SECRET'),
    userUrl: urlOf('karigar:A_LONG_SECRET'),
    trimUrl: urlOf('karigar-trim:ANOTHER_LONG_SECRET'),
  };
}
