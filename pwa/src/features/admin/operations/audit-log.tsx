import type { AuditedAction } from '@karigar/bff/contracts';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reply } from '../../../shared/api/call.ts';
import { pageOf } from '../../../shared/api/calls.ts';
import { Freshness, QueryGap } from '../../../shared/queries/queries.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import classes from '../admin.module.css';
import { OlderNewest } from '../pager.tsx';
import { SearchForm } from '../search-form.tsx';
import { useAddress } from '../use-address.ts';
import { Line, Panel, WithOrderLinks } from './panel.tsx';

const perPage = 20;

const titles: Readonly<Record<string, string>> = {
  'admin.made': 'Made an admin',
  'admin.removed': 'Removed admin rights',
  'packer.made': 'Made a packer',
  'packer.removed': 'Removed a packer',
  'editor.made': 'Made an editor',
  'editor.removed': 'Removed an editor',
  'tool.added': 'Added a tool',
  'tool.changed': 'Changed a tool',
  'tool.deleted': 'Deleted a tool',
  'order.shipped': 'Shipped an order',
  'order.tracked': 'Added tracking',
  'order.corrected': 'Changed a delivery address',
  'order.deleted': 'Deleted an order',
  'order.refunded': 'Refunded an order',
  'order.payment-confirmed': 'Confirmed a payment',
  'order.payment-claim-refused': 'Marked a payment as not found',
  'order.cancellation-declined': 'Declined a cancellation',
  'orders.exported': 'Exported orders as CSV',
  'review.hidden': 'Hid a review',
  'review.shown': 'Showed a review again',
  'review.answered': 'Answered a review',
  'review.answer-removed': 'Removed the answer to a review',
  'notice.sent-again': 'Resent a notification',
  'notice.all-sent-again': 'Resent all unsent notifications',
  'notice.removed': 'Removed an unsent notification from the list',
  'bookkeeping.exported': 'Exported data for bookkeeping',
};

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

const listed = (fields: unknown, before: unknown = null): string => {
  const old = new Map(Object.entries(before ?? {}));
  return Object.entries(fields ?? {})
    .map(
      ([field, value]) => `${field}: ${old.has(field) ? `${textOf(old.get(field))} → ` : ''}${textOf(value)}`,
    )
    .join(', ');
};

/** Puts into words what an admin did, to what, and what exactly changed; a kind that this page does not know keeps its own name. */
export function auditWords({ kind, subject, detail }: Pick<AuditedAction, 'kind' | 'subject' | 'detail'>) {
  const isExport = kind === 'orders.exported';
  const name = typeof detail.name === 'string' ? `${detail.name} (${subject})` : subject;
  return {
    title: titles[kind] ?? kind,
    subject: isExport ? '' : name,
    detail: isExport || kind.startsWith('notice.') ? listed(detail) : listed(detail.after, detail.before),
  };
}

/** Admin activity, newest first, with a search through all of it: who, what, to what and when. */
export function AuditLog() {
  const { word, change } = useAddress();
  const [search, cursor] = [word('search'), word('cursor')];
  const audit = useQuery({
    queryKey: ['audit', search, cursor],
    queryFn: async () => pageOf(await reply('GET /audit', { query: { search, limit: perPage, cursor } })),
  });
  const { data, refetch } = audit;
  const ask = (search: string, cursor = '') => change({ search, cursor }, { state: { keepsScroll: true } });
  return (
    <Panel title="Admin activity">
      <SearchForm
        name="Search admin activity"
        label="An order number, a full email address, or part of a tool name or action"
        placeholder="For example: shipped"
        value={search}
        onSearch={(text) => {
          if (text === search && cursor === '') void refetch();
          else ask(text);
        }}
      />
      <div aria-live="polite" aria-busy={audit.isFetching}>
        <QueryGap query={audit} count={3} />
        {data?.items.length === 0 && (
          <Text mt="md">{data.nextCursor === null ? 'No more entries.' : 'No entries this far back.'}</Text>
        )}
        <ol className={classes.list} style={{ marginTop: '1rem' }}>
          {data?.items.map((entry) => {
            const words = auditWords(entry);
            return (
              <Line
                key={entry._id}
                mark={<strong>{words.title}</strong>}
                end={
                  <>
                    <bdi>{entry.email}</bdi>, <time dateTime={entry.at}>{dateTime(entry.at)}</time>
                  </>
                }
              >
                {entry.kind.startsWith('tool.') ? words.subject : <WithOrderLinks text={words.subject} />}{' '}
                <small>{words.detail}</small>
              </Line>
            );
          })}
        </ol>
      </div>
      <Group mt="md">
        <Freshness query={audit} />
        <OlderNewest cursor={cursor} next={data?.nextCursor} onGo={(to) => ask(search, to)} />
      </Group>
    </Panel>
  );
}
