import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { getOperations, getStats, getUnsentNotices } from '../../../shared/api/calls.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { AdminNumbers } from '../orders/admin-numbers.tsx';
import { useServerData } from '../use-server-data.ts';
import { AuditLog } from './audit-log.tsx';
import { Bookkeeping } from './bookkeeping.tsx';
import { Command } from './command.tsx';
import { Dependencies } from './dependencies.tsx';
import { LogHead } from './log-head.tsx';
import { MemoryUse } from './memory-use.tsx';
import { NeedsPerson } from './needs-person.tsx';
import { OrderHistory } from './order-history.tsx';
import { UnsentNotices } from './unsent-notices.tsx';

/** How long after an answer the page asks again by itself (ms); a hidden tab does not ask. */
const refreshEvery = 10_000;

/** The operator's page: is the log well, do its consumers keep up, does anything need a person. */
export function Component() {
  const operations = useServerData('operations', getOperations);
  const stats = useServerData('stats', getStats);
  const { loading, reload: reloadOperations } = operations;
  const notices = useServerData('notices', getUnsentNotices);
  const { reload: reloadStats } = stats;
  const { reload: reloadNotices } = notices;
  const reload = useCallback(() => {
    reloadOperations();
    reloadStats();
    reloadNotices();
  }, [reloadOperations, reloadStats, reloadNotices]);
  useEffect(() => {
    // A new question gives up the one before it: what a shop that hangs would say at last is waited for.
    if (loading) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, refreshEvery);
    return () => clearInterval(timer);
  }, [loading, reload]);

  // Shown together, so that nothing moves down when the second answer comes.
  const now = notices.data === undefined && notices.error === null ? undefined : operations.data;
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="flex-start">
        <PageTitle title="Operations" />
        <Button variant="default" onClick={reload} leftSection={<IconRefresh size={16} aria-hidden />}>
          Refresh
        </Button>
      </Group>
      <AdminNumbers stats={stats.data} />
      {operations.error !== null && <ErrorPanel error={operations.error} onRetry={reload} />}
      {!now && operations.error === null && <RowSkeletons count={5} height={180} />}
      {now && (
        <>
          <NeedsPerson entries={now.needsPerson} />
          <UnsentNotices notices={notices} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
            <LogHead
              log={now.log}
              replicas={now.replicas}
              consumers={now.consumers}
              verification={now.lastVerification}
            />
            <Stack gap="xl">
              <Dependencies dependencies={now.dependencies} />
              <MemoryUse memory={now.memory} />
            </Stack>
          </SimpleGrid>
        </>
      )}
      <AuditLog />
      <OrderHistory />
      <Bookkeeping />
      <Text size="sm" c="dimmed">
        For anything else, use the command line: <Command>npm run orders -- --help</Command>
      </Text>
    </Stack>
  );
}
