import { Group, Text } from '@mantine/core';
import { ApiProblem, failureText } from '../api/failure.ts';
import { Note } from './blocks.tsx';
import { LoadingButton } from './loading-button.tsx';

/** Says what failed, with the request's id when the shop gave one, and offers to try again. */
export function ErrorPanel({
  error,
  title = 'This could not be loaded',
  onRetry,
  retrying = false,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  const requestId = error instanceof ApiProblem ? error.problem.requestId : '';
  return (
    <Note tone="bad" role="alert">
      <strong>{title}</strong>
      <Text size="sm">{failureText(error)}</Text>
      {requestId !== '' && (
        <Text size="xs" c="dimmed">
          Request {requestId}
        </Text>
      )}
      {onRetry && (
        <Group>
          <LoadingButton size="xs" variant="default" onClick={onRetry} loading={retrying}>
            Try again
          </LoadingButton>
        </Group>
      )}
    </Note>
  );
}
