import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { startRedis, startReplica, type TestRedis } from './start-redis.ts';

/** A primary and its replica, for tests in which the primary is lost. */
export interface ReplicatedRedis {
  readonly primary: TestRedis;
  readonly replica: TestRedis;
  /** Names both of them. */
  readonly url: string;
  /** Resolves when the replica has everything until now. */
  everythingArrives(): Promise<void>;
  /** Has the replica hear nothing more of its primary; it stays a replica. Resolves when it has everything until now. */
  part(): Promise<void>;
  /** Makes the replica, once it has everything until now, the primary of the next epoch; the old one, cut off from it, answers on. */
  promote(): Promise<void>;
  /** Kills the primary, and promotes the replica with what it holds. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts such a pair. */
export async function startReplicatedRedis(): Promise<ReplicatedRedis> {
  const primary = await startRedis();
  const replica = await startReplica(primary);
  const onReplica = async (...commands: [string, ...string[]][]) => {
    const connection = await openScanConnection(replica.url, 'failover');
    for (const words of commands) await connection.call(...words);
    connection.disconnect();
  };
  const everythingArrives = async () => {
    const connection = await openScanConnection(primary.url, 'failover');
    await connection.wait(1, 30_000);
    connection.disconnect();
  };
  const promoteAsItIs = async () => {
    const connection = await openScanConnection(replica.url, 'failover');
    const seq = (await connection.hget(redisKeys.meta, 'seq')) ?? '0';
    connection.disconnect();
    await onReplica(
      ['REPLICAOF', 'NO', 'ONE'],
      ['HINCRBY', redisKeys.meta, 'epoch', '1'],
      ['HSET', redisKeys.meta, 'epochSeq', seq],
    );
  };
  return {
    primary,
    replica,
    url: `${primary.url},127.0.0.1:${replica.port}`,
    everythingArrives,
    async part() {
      await everythingArrives();
      // Nobody listens there.
      await onReplica(['REPLICAOF', '127.0.0.1', '1']);
    },
    async promote() {
      await everythingArrives();
      await promoteAsItIs();
    },
    async failOver() {
      await primary.kill();
      await promoteAsItIs();
    },
    async stop() {
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}
