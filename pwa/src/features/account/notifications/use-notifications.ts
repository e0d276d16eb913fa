import type { NoticeKind, Notifications } from '@karigar/bff/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { removeDevice } from '../../../shared/api/calls.ts';
import { failureText, isFailure } from '../../../shared/api/failure.ts';

/** A person's settings as the shop has them, and what can be done about them. */
export interface NotificationChoices {
  /** Null while unknown. */
  settings: Notifications | null;
  /** What went wrong, for a person; empty while nothing did. */
  fault: string;
  reload: () => void;
  choose: (kind: NoticeKind, on: boolean) => void;
  remove: (deviceId: string) => Promise<void>;
}

/** Reads and changes what a person (uid) hears of. A switch answers at once, and goes back where the shop did not hear of it. */
export function useNotifications(uid: string): NotificationChoices {
  const [settings, setSettings] = useState<Notifications | null>(null);
  const [fault, setFault] = useState('');
  const asked = useRef(0);
  const ask = useCallback(async (question: () => Promise<Notifications>) => {
    asked.current += 1;
    const turn = asked.current;
    try {
      const answer = await question();
      setFault('');
      // Of several questions the last one tells how it stands.
      if (turn === asked.current) setSettings(answer);
      return true;
    } catch (error) {
      if (!isFailure(error)) throw error;
      setFault(failureText(error));
      return false;
    }
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other settings
  const reload = useCallback(() => void ask(() => call('GET /me/notifications')), [ask, uid]);
  useEffect(reload, [reload]);
  const show = (kind: NoticeKind, on: boolean) =>
    setSettings(
      (now) => now && { ...now, kinds: now.kinds.map((one) => (one.kind === kind ? { kind, on } : one)) },
    );
  return {
    settings,
    fault,
    reload,
    choose(kind, on) {
      show(kind, on);
      void ask(() => call('PUT /me/notifications', { body: { kinds: [{ kind, on }] } })).then(
        (done) => done || show(kind, !on),
      );
    },
    async remove(deviceId) {
      await ask(async () => {
        await removeDevice(deviceId);
        return call('GET /me/notifications');
      });
    },
  };
}
