import { createConnection, isIP, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Primary } from '@karigar/events';
import { AbstractConnector, Redis } from 'ioredis';

const retryMs = 500;

/**
 * Opens the connection of the job queues, which follows the primary as the log's own connections do: behind Sentinels too, all jobs lie
 * in the Redis that holds the cursor of the log. Its duplicates do the same. Throws `LogUnavailableError` when no primary answers.
 */
export async function jobsConnection(primary: Primary): Promise<Redis> {
  const { url } = await primary.locate();

  class PrimaryConnector extends AbstractConnector {
    #stopListening = () => {};

    constructor() {
      super(2_000);
    }

    /** Tries until a primary is found: ioredis gives up for good when this rejects. */
    override async connect(): Promise<Socket> {
      this.#stopListening();
      this.#stopListening = primary.onMoved(() => this.stream?.destroy());
      this.connecting = true;
      while (this.connecting) {
        const found = await primary.locate().catch(() => null);
        if (found !== null && this.connecting) return this.#open(new URL(found.url));
        await delay(retryMs);
      }
      throw new Error('Connection is closed.');
    }

    override disconnect(): void {
      this.#stopListening();
      super.disconnect();
    }

    #open({ protocol, hostname, port }: URL): Socket {
      const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
      const name = isIP(place.host) === 0 ? { servername: place.host } : {};
      this.stream = protocol === 'rediss:' ? connect({ ...place, ...name }) : createConnection(place);
      return this.stream;
    }
  }

  const redis = new Redis(url, {
    Connector: PrimaryConnector,
    connectionName: 'karigar-jobs',
    // BullMQ asks for it: its commands wait while Redis is away.
    maxRetriesPerRequest: null,
    retryStrategy: () => retryMs,
    // A primary that has become a replica: connect to the new one and send again.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
  // Each command and each worker reports its own failure.
  redis.on('error', () => undefined);
  return redis;
}
