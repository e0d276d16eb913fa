import { Alert, Box, Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { refusalText } from '../../../shared/api/failure.ts';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { dayOf } from '../../../shared/ui/time.ts';
import { AdminNumbers } from '../orders/admin-numbers.tsx';
import { OrderHistory } from '../orders/drawer/order-timeline.tsx';
import { statsQuery } from '../orders/model/desk.ts';
import { type Days, dayAfter, PeriodForm } from '../period-fields.tsx';
import { SearchForm } from '../search-form.tsx';
import { useCsv } from '../use-csv.ts';
import { AuditLog } from './audit-log.tsx';
import { Health, NeedsPerson } from './health-panels.tsx';
import { Command, Panel, RefreshedTitle } from './panel.tsx';
import { noticesQuery, refetchInterval, UnsentNotices } from './unsent-notices.tsx';

/** The month before the one that `now` (ms) is in at the shop, which is what a bookkeeper asks for. */
export function lastMonth(now: number): Days {
  const to = dayAfter(`${dayOf(now).slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** What was paid, given back and kept by the payment service, order by order, as a file without names. */
export function Bookkeeping() {
  const [days] = useState(() => lastMonth(Date.now()));
  const save = useCsv('bookkeeping');

  return (
    <Panel title="Bookkeeping">
      <Text mb="md">
        All paid orders placed in this period: gross, refund, net and the payment provider’s fee.
      </Text>
      <PeriodForm days={days} onSend={(query) => save.mutate({ query, name: `${query.from}-${query.to}` })}>
        <Button type="submit" loading={save.isPending}>
          Download CSV
        </Button>
      </PeriodForm>
      <div aria-live="polite">
        {save.error !== null && (
          <Alert color="red" title="The file could not be created" mt="md">
            {refusalText(save.error)}
          </Alert>
        )}
      </div>
    </Panel>
  );
}

/** Any order's events by its number: actor, time, payload and hash, also of an order that has been deleted. */
function HistoryOfOrder() {
  const [wanted, setWanted] = useState({ id: '', version: 0 });
  return (
    <Panel title="History of an order">
      <SearchForm
        name="History of an order"
        label="Order number"
        button="Show history"
        value={wanted.id}
        onSearch={(id) => setWanted({ id, version: wanted.version + 1 })}
      />
      <Box mt="md" aria-live="polite">
        {wanted.id !== '' && <OrderHistory key={wanted.id} {...wanted} full />}
      </Box>
    </Panel>
  );
}

/** The operator's page: is the log well, do its consumers keep up, does anything need a person. */
function OperationsPage() {
  const client = useQueryClient();
  const operations = useQuery({
    queryKey: ['operations'],
    queryFn: () => call('GET /operations'),
    refetchInterval,
  });
  const stats = useQuery({ ...statsQuery, refetchInterval });
  const notices = useQuery(noticesQuery);
  const reload = () => void client.refetchQueries();

  // Shown together, so that nothing moves down when the second answer comes.
  const now = notices.isPending ? undefined : operations.data;
  return (
    <Stack gap="xl">
      <RefreshedTitle title="Operations" query={operations} onRefresh={reload} />
      <AdminNumbers stats={stats.data} />
      {operations.error !== null && <ErrorPanel error={operations.error} onRetry={reload} />}
      {!now && operations.error === null && <RowSkeletons count={5} height={180} />}
      {now && (
        <>
          <NeedsPerson needsPerson={now.needsPerson} />
          <UnsentNotices />
          <Health now={now} />
        </>
      )}
      <AuditLog />
      <HistoryOfOrder />
      <Bookkeeping />
      <Text size="sm" c="dimmed">
        For anything else, use the command line: <Command>npm run orders -- --help</Command>
      </Text>
    </Stack>
  );
}

export const Component = withQueries(OperationsPage);
