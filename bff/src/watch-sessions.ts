import type { OrderLog } from '@karigar/events';
import { type EndedSessions, endedSessions } from './identity/ended-sessions.ts';
import { watchedReader } from './tools/watched-reader.ts';

const retryMs = 1_000;

/** Opens the record of ended sign-ins, and reads it again as soon as any process changes it. Throws `LogUnavailableError`. */
export async function watchSessions({
  log,
  timeoutMs,
  onEnded,
}: {
  log: Pick<OrderLog, 'primary' | 'redis'>;
  timeoutMs: number;
  onEnded: (uid: string) => void;
}): Promise<EndedSessions & { stop(): void }> {
  let timer: NodeJS.Timeout | undefined;
  // While Redis is away, each try to connect again calls this.
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => sessions.look().catch(() => lookIn(retryMs)), ms);
  };
  const reader = watchedReader({ primary: log.primary, timeoutMs, onChange: () => lookIn(0) });
  const sessions = endedSessions({ redis: log.redis, read: reader.read, onEnded });
  await sessions.look();
  return {
    ...sessions,
    stop() {
      reader.close();
      clearTimeout(timer);
    },
  };
}
