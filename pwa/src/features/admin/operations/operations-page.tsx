import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOperations } from '../../../shared/api/calls.ts';
import { Freshness, withQueries } from '../../../shared/queries/queries.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { AdminNumbers } from '../orders/admin-numbers.tsx';
import { statsQuery } from '../orders/model/order-cache.ts';
import { AuditLog } from './audit-log.tsx';
import { Bookkeeping } from './bookkeeping.tsx';
import { Health, NeedsPerson } from './health-panels.tsx';
import { HistoryOfOrder } from './order-history.tsx';
import { Command } from './panel.tsx';
import { noticesQuery, refetchInterval, UnsentNotices } from './unsent-notices.tsx';

/** The operator's page: is the log well, do its consumers keep up, does anything need a person. */
function OperationsPage() {
  const client = useQueryClient();
  const operations = useQuery({ queryKey: ['operations'], queryFn: getOperations, refetchInterval });
  const stats = useQuery({ ...statsQuery, refetchInterval });
  const notices = useQuery(noticesQuery);
  const reload = () => void client.refetchQueries();

  // Shown together, so that nothing moves down when the second answer comes.
  const now = notices.isPending ? undefined : operations.data;
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="flex-start">
        <PageTitle title="Operations" />
        <Freshness query={operations} />
        <Button variant="default" onClick={reload} leftSection={<IconRefresh size={16} aria-hidden />}>
          Refresh
        </Button>
      </Group>
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
