import type { FailedNotice, NoticeKind, UnsentNotices as Unsent } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { removeFailedNotice, sendAllNoticesAgain, sendNoticeAgain } from '../../../shared/api/calls.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { paths } from '../../../shared/paths.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import type { ServerData } from '../use-server-data.ts';
import classes from './operations.module.css';
import { Panel } from './panel.tsx';

const kinds: Readonly<Record<NoticeKind, string>> = {
  unpaid: 'Payment reminder',
  paid: 'Receipt',
  shipped: 'Order shipped',
  tracked: 'Tracking available',
  corrected: 'Delivery address changed',
  refunded: 'Refund',
  'not-cancelled': 'Cancellation declined',
  'to-ship': 'New order to ship',
  'back-in-stock': 'Back in stock',
  discontinued: 'No longer sold',
};
const nameOf = (notice: FailedNotice): string =>
  notice.number === null ? kinds[notice.kind] : `${kinds[notice.kind]} of ${showNumber(notice.number)}`;

function Subject({ notice: { kind, number, subject } }: { notice: FailedNotice }) {
  if (kind === 'back-in-stock')
    return (
      <Anchor component={Link} to={paths.tool(subject)}>
        the tool
      </Anchor>
    );
  if (kind === 'discontinued') return <Text span>a deleted tool</Text>;
  if (number === null) return <Text span>a deleted order</Text>;
  return (
    <Anchor component={Link} to={paths.managedOrder(showNumber(number))}>
      {showNumber(number)}
    </Anchor>
  );
}

const waitingText = (waiting: number): string =>
  waiting === 0 ? 'Nothing is waiting to be sent.' : `${waiting} waiting to be sent or retried.`;

/** Letters and pushes that were tried for the last time: each can be sent again, or given up for good. */
export function UnsentNotices({ notices }: { notices: ServerData<Unsent> }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [outcome, setOutcome] = useState('');
  const outcomeText = useRef<HTMLParagraphElement>(null);
  const { data, error, patch, reload } = notices;

  /** Does it, and says what it led to where the list was: the button that was pressed may be gone. */
  const act = async (
    name: string,
    action: () => Promise<unknown>,
    done: string,
    left: (one: FailedNotice) => boolean,
  ) => {
    setBusy(name);
    try {
      await action();
      setOutcome(done);
    } catch (failure) {
      if (!hasCode(failure, 'NOT_FOUND')) {
        setBusy(null);
        return setOutcome(failureText(failure));
      }
      setOutcome('This has already been dealt with.');
    }
    setBusy(null);
    patch((before) => {
      const failed = before.failed.filter(left);
      return { ...before, failed, failedTotal: before.failedTotal - (before.failed.length - failed.length) };
    });
    outcomeText.current?.focus();
  };
  const actOn = (notice: FailedNotice, action: (id: string) => Promise<unknown>, done: string) =>
    act(
      notice._id,
      () => action(notice._id),
      done,
      ({ _id }) => _id !== notice._id,
    );
  const sendAll = async () => {
    await act('all', sendAllNoticesAgain, 'Sending all of them again now.', () => false);
    // Those beyond the list are sent, too; what fails again comes back.
    reload();
  };

  return (
    <Panel title="Emails and notifications that could not be sent">
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={reload} />}
      <Text ref={outcomeText} role="status" tabIndex={-1} mb={outcome === '' ? 0 : 'sm'}>
        {outcome}
      </Text>
      {data !== undefined && (
        <Text mb={data.failed.length === 0 ? 0 : 'md'}>
          {[
            ...(data.failed.length === 0 ? ['None.'] : []),
            waitingText(data.waiting),
            ...(data.failedTotal > data.failed.length
              ? [`The newest ${data.failed.length} of ${data.failedTotal} are listed.`]
              : []),
          ].join(' ')}
        </Text>
      )}
      {(data?.failed.length ?? 0) > 1 && (
        <Button variant="default" mb="md" disabled={busy !== null} onClick={sendAll}>
          Send all again
        </Button>
      )}
      <ul className={classes.list} hidden={(data?.failed.length ?? 0) === 0}>
        {data?.failed.map((notice) => (
          <li key={notice._id} className={classes.line}>
            <Badge color="marigold">{notice.channel === 'mail' ? 'Email' : 'Notification'}</Badge>
            <Text span className={classes.words}>
              {kinds[notice.kind]}, <Subject notice={notice} />: {notice.why}
            </Text>
            <Text span size="sm" c="dimmed">
              since {dateTime(notice.failedAt)}
            </Text>
            <Group gap="xs" className={classes.last}>
              <Button
                variant="default"
                disabled={busy !== null}
                aria-label={`Send again: ${nameOf(notice)}`}
                onClick={() => actOn(notice, sendNoticeAgain, 'Sending again now.')}
              >
                Send again
              </Button>
              <Button
                variant="subtle"
                disabled={busy !== null}
                aria-label={`Remove from the list: ${nameOf(notice)}`}
                onClick={() => actOn(notice, removeFailedNotice, 'Removed from the list.')}
              >
                Remove from the list
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
