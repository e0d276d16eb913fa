import type { FailedNotice, NoticeKind } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../../shared/api/call.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { paths } from '../../../shared/paths.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import classes from '../admin.module.css';
import { Line, Panel, WithOrderLinks } from './panel.tsx';

const kinds: Readonly<Record<NoticeKind, string>> = {
  placed: 'Order received',
  unpaid: 'Payment reminder',
  paid: 'Receipt',
  shipped: 'Order shipped',
  tracked: 'Tracking available',
  corrected: 'Delivery address changed',
  refunded: 'Refund',
  'cancel-asked': 'Cancellation request received',
  'not-cancelled': 'Cancellation declined',
  'payment-not-found': 'Payment not found',
  review: 'Request for a review',
  'to-ship': 'New order to ship',
  'back-in-stock': 'Back in stock',
  discontinued: 'No longer sold',
};
const nameOf = (notice: FailedNotice): string =>
  notice.number === null ? kinds[notice.kind] : `${kinds[notice.kind]} of ${showNumber(notice.number)}`;

/** What a notice is about, with the way to it. */
function subjectOf({ kind, number, subject }: FailedNotice) {
  if (kind === 'discontinued') return 'a deleted tool';
  if (kind !== 'back-in-stock')
    return number === null ? 'a deleted order' : <WithOrderLinks text={showNumber(number)} />;
  return (
    <Anchor component={Link} to={paths.tool(subject)}>
      the tool
    </Anchor>
  );
}

/** How often (ms) the page of operations asks again by itself; a hidden tab does not ask. */
export const refetchInterval = 10_000;

/** What could not be sent, and how much still waits. */
export const noticesQuery = {
  queryKey: ['notices'],
  queryFn: () => call('GET /notices/failed'),
  refetchInterval,
};

/** Letters and pushes that were tried for the last time: each can be sent again, or given up for good. */
export function UnsentNotices() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(noticesQuery);
  const outcomeText = useRef<HTMLParagraphElement>(null);
  const action = useMutation({
    mutationFn: ({ send }: { send: () => Promise<unknown>; done: string }) => send(),
    async onSettled() {
      await client.invalidateQueries({ queryKey: noticesQuery.queryKey });
      // The button that was pressed is gone with its row, or has been disabled meanwhile.
      outcomeText.current?.focus();
    },
  });
  const outcome = () => {
    if (action.isSuccess) return action.variables.done;
    if (hasCode(action.error, 'NOT_FOUND')) return 'This has already been dealt with.';
    return action.isError ? failureText(action.error) : '';
  };
  const button = (label: string, done: string, send: () => Promise<unknown>, of?: FailedNotice) => (
    <Button
      variant={label.startsWith('Send') ? 'default' : 'subtle'}
      disabled={action.isPending}
      onClick={() => action.mutate({ send, done })}
      {...(of && { 'aria-label': `${label}: ${nameOf(of)}` })}
    >
      {label}
    </Button>
  );
  const { waiting = 0, failedTotal = 0, failed = [] } = data ?? {};

  return (
    <Panel title="Emails and notifications that could not be sent">
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <Text ref={outcomeText} role="status" tabIndex={-1}>
        {outcome()}
      </Text>
      {data !== undefined && (
        <Text>
          {failed.length === 0 && 'None. '}
          {waiting === 0 ? 'Nothing is waiting to be sent.' : `${waiting} waiting to be sent or retried.`}
          {failedTotal > failed.length && ` The newest ${failed.length} of ${failedTotal} are listed.`}
        </Text>
      )}
      {failed.length > 0 && (
        <Stack mt="md">
          {failed.length > 1 && (
            <Group>
              {button('Send all again', 'Sending all of them again now.', () =>
                call('POST /notices/failed/again'),
              )}
            </Group>
          )}
          <ul className={classes.list}>
            {failed.map((notice) => {
              const { _id: id, kind, channel, failedAt, why } = notice;
              const params = { id };
              return (
                <Line
                  key={id}
                  mark={<Badge color="marigold">{channel === 'mail' ? 'Email' : 'Notification'}</Badge>}
                  end={
                    <Group gap="xs">
                      since {dateTime(failedAt)}
                      {button(
                        'Send again',
                        'Sending again now.',
                        () => call('POST /notices/failed/:id/again', { params }),
                        notice,
                      )}
                      {button(
                        'Remove from the list',
                        'Removed from the list.',
                        () => call('DELETE /notices/failed/:id', { params }),
                        notice,
                      )}
                    </Group>
                  }
                >
                  {kinds[kind]}, {subjectOf(notice)}: {why}
                </Line>
              );
            })}
          </ul>
        </Stack>
      )}
    </Panel>
  );
}
