import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { getAudit } from '../../../shared/api/calls.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import { SearchForm } from '../search-form.tsx';
import { useServerData } from '../use-server-data.ts';
import { auditWords } from './audit-words.ts';
import classes from './operations.module.css';
import { Panel } from './panel.tsx';
import { WithOrderLinks } from './with-order-links.tsx';

const perPage = 20;

/** Admin activity, newest first, with a search through all of it: who, what, to what and when. */
export function AuditLog() {
  const [{ search, cursor }, ask] = useState<{ search: string; cursor: string | null }>({
    search: '',
    cursor: null,
  });
  const audit = useServerData(`audit|${search}|${cursor ?? ''}`, () =>
    getAudit({ search, limit: perPage, ...(cursor === null ? {} : { cursor }) }),
  );
  const { data, error, reload } = audit;
  return (
    <Panel title="Admin activity">
      <SearchForm
        name="Search admin activity"
        label="An order number, a full email address, or part of a tool name or action"
        placeholder="For example: shipped"
        value={search}
        onSearch={(text) => {
          ask({ search: text, cursor: null });
          reload();
        }}
      />
      <div aria-live="polite" aria-busy={audit.loading}>
        {error !== null && <ErrorPanel error={error} onRetry={reload} />}
        {data === undefined && error === null && <RowSkeletons count={3} />}
        {data?.items.length === 0 && (
          <Text mt="md">{data.nextCursor === null ? 'No more entries.' : 'No entries this far back.'}</Text>
        )}
        <ol className={`${classes.list} ${classes.spaced}`}>
          {data?.items.map((entry) => {
            const words = auditWords(entry);
            return (
              <li key={entry._id} className={classes.line}>
                <Text span fw={600}>
                  {words.title}
                </Text>
                <Text span className={classes.words}>
                  {entry.kind.startsWith('tool.') ? words.subject : <WithOrderLinks text={words.subject} />}
                </Text>
                {words.detail !== '' && (
                  <Text span size="sm" className={classes.words}>
                    {words.detail}
                  </Text>
                )}
                <Text span size="sm" c="dimmed" className={`${classes.last} ${classes.words}`}>
                  <bdi>{entry.email}</bdi>, <time dateTime={entry.at}>{dateTime(entry.at)}</time>
                </Text>
              </li>
            );
          })}
        </ol>
      </div>
      <Group mt="md">
        {cursor !== null && (
          <Button variant="default" onClick={() => ask({ search, cursor: null })}>
            Newest
          </Button>
        )}
        {data && data.nextCursor !== null && (
          <Button variant="default" onClick={() => ask({ search, cursor: data.nextCursor })}>
            Older
          </Button>
        )}
      </Group>
    </Panel>
  );
}
