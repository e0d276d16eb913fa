import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Freshness } from '../../shared/queries/queries.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';

interface RefreshedTitleProps {
  title: string;
  /** The query whose age is shown. */
  query: UseQueryResult;
  onRefresh: () => void;
}

/** The heading of a page of figures, how old these are, and a button that reads them again. */
export const RefreshedTitle = ({ title, query, onRefresh }: RefreshedTitleProps) => (
  <Group justify="space-between">
    <PageTitle title={title} />
    <Group>
      <Freshness query={query} />
      <Button variant="default" onClick={onRefresh} leftSection={<IconRefresh size={16} aria-hidden />}>
        Refresh
      </Button>
    </Group>
  </Group>
);
