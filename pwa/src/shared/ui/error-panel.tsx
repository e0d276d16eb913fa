import { Alert, Group, Text } from '@mantine/core';
import { ApiProblem, failureText } from '../api/failure.ts';
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
    <Alert color="red" title={title} role="alert" my="md">
      <Text size="sm">{failureText(error)}</Text>
      {requestId !== '' && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {requestId}
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <LoadingButton size="xs" variant="default" onClick={onRetry} loading={retrying}>
            Try again
          </LoadingButton>
        </Group>
      )}
    </Alert>
  );
}
