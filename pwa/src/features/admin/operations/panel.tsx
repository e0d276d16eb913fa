import { Anchor, Button, Code, Group, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { Freshness } from '../../../shared/queries/queries.tsx';
import { Card } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import shared from '../admin.module.css';

/** The heading of a page of figures, how old those of its main query are, and a button that reads them again. */
export const RefreshedTitle = ({
  title,
  query,
  onRefresh,
}: {
  title: string;
  query: UseQueryResult;
  onRefresh: () => void;
}) => (
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

/** One named part of a page of figures. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card aria-label={title}>
    <Title order={2} size="h4" mb="md">
      {title}
    </Title>
    {children}
  </Card>
);

/** One line of a panel's list: a mark, the text, and the end of the line. */
export const Line = ({ mark, end, children }: { mark: ReactNode; end: ReactNode; children: ReactNode }) => (
  <Group component="li" gap="0.25rem 0.75rem">
    {mark}
    <Text span className={shared.words}>
      {children}
    </Text>
    <Text component="div" size="sm" c="dimmed" ms="auto" className="tabular">
      {end}
    </Text>
  </Group>
);

/** A command to type at a terminal, on one line, so that it is copied whole; on a narrow phone the line scrolls, not the page. */
export const Command = ({ children }: { children: string }) => (
  <Code
    display="inline-block"
    maw="100%"
    style={{ overflowX: 'auto', verticalAlign: 'bottom', whiteSpace: 'nowrap' }}
  >
    {children}
  </Code>
);

/** A text in which each order number, such as K-180, leads to its order. */
export const WithOrderLinks = ({ text }: { text: string }) =>
  text.split(/\b(K-[1-9]\d*)\b/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name, and the text does not change
      <Anchor key={index} component={Link} to={paths.managedOrder(part)}>
        {part}
      </Anchor>
    ),
  );
