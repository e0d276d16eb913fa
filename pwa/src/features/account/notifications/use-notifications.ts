import type { NoticeKind, Notifications } from '@karigar/bff/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/call.ts';
import { removeDevice } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';

/** A change that the shop answers with the new settings, and how to show the old ones again. */
interface Change {
  work: () => Promise<Notifications>;
  undo?: () => void;
}

/** Reads and changes what a person (uid) hears of. A switch answers at once, and goes back where the shop did not hear of it. */
export function useNotifications(uid: string) {
  const client = useQueryClient();
  const queryKey = ['notifications', uid];
  const query = useQuery({ queryKey, queryFn: () => call('GET /me/notifications') });
  const show = (kind: NoticeKind, on: boolean) =>
    client.setQueryData<Notifications>(
      queryKey,
      (now) => now && { ...now, kinds: now.kinds.map((one) => (one.kind === kind ? { kind, on } : one)) },
    );
  const change = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ work }: Change) => work(),
    onError: (_, { undo }) => undo?.(),
    onSuccess: (settings) => {
      // Of several changes the last one tells how it stands.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, settings);
    },
  });
  const error = change.error ?? query.error;
  return {
    /** Undefined while unknown. */
    settings: query.data,
    /** What went wrong, for a person; empty while nothing did. */
    fault: error === null ? '' : failureText(error),
    reload: () => void query.refetch(),
    choose(kind: NoticeKind, on: boolean): void {
      show(kind, on);
      change.mutate({
        work: () => call('PUT /me/notifications', { body: { kinds: [{ kind, on }] } }),
        undo: () => show(kind, !on),
      });
    },
    /** Settles when the shop has answered, either way. */
    remove: (deviceId: string): Promise<unknown> =>
      change
        .mutateAsync({
          work: async () => {
            await removeDevice(deviceId);
            return call('GET /me/notifications');
          },
        })
        .catch(() => undefined),
  };
}
