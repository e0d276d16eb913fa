import { Text } from '@mantine/core';
import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  type UseQueryResult,
} from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ApiProblem } from '../api/failure.ts';
import { onReachability, reachability } from '../api/reachability.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { RowSkeletons } from '../ui/skeletons.tsx';
import { shopTime } from '../ui/time.ts';

// The shop's answers decide whether a query is online: browsers only know whether there is a network.
onlineManager.setEventListener((setOnline) => {
  const tell = () => setOnline(reachability().reachable);
  tell();
  return onReachability(tell);
});

/** How long (ms) a query waits after a failure of the server before it asks again. */
const retryAfter = 15_000;

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Keeps nothing of a list that is left: its rows would be replaced under a finger when it is opened again.
        gcTime: 0,
        staleTime: Number.POSITIVE_INFINITY,
        placeholderData: keepPreviousData,
        // A failure shows at once; the next answer replaces it.
        retry: false,
        refetchInterval: ({ state: { error } }) =>
          error instanceof ApiProblem && error.problem.status >= 500 ? retryAfter : false,
        refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Gives a page or a part of one a query cache of its own, which ends with it: the next person finds nothing in it. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** A page, or a part of one, with its query cache. */
export const withQueries = <Props extends object>(Part: ComponentType<Props>) =>
  function WithQueries(props: Props) {
    return (
      <Queries>
        <Part {...props} />
      </Queries>
    );
  };

/** Shown while a query has no data: outlines of its rows while they are on their way, or why they do not come. */
export const QueryGap = ({
  query: { data, error, refetch },
  onRetry = () => void refetch(),
  title,
  ...rows
}: {
  query: UseQueryResult;
  onRetry?: () => void;
  title?: string;
  count: number;
  height?: number;
}) => {
  if (error !== null) return <ErrorPanel error={error} onRetry={onRetry} {...(title && { title })} />;
  return data === undefined && <RowSkeletons {...rows} />;
};

const clock = shopTime({ timeStyle: 'medium' });

/** Says when what a query shows was read or changed last, and whether it can be read again. */
export const Freshness = ({ query: { dataUpdatedAt, error } }: { query: UseQueryResult }) => (
  // Has its place before there is a time to show, so that nothing moves when it comes.
  <Text span size="sm" c="dimmed" style={dataUpdatedAt > 0 ? {} : { visibility: 'hidden' }}>
    {error === null || dataUpdatedAt === 0 ? 'Updated' : 'Not updated since'} {clock(dataUpdatedAt)}
  </Text>
);
