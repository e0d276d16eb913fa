import { Button, Container, CopyButton, Group, Text, Title } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { buildVersion } from '../../shared/api/build-version.ts';
import { ApiProblem, failureText } from '../../shared/api/failure.ts';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { PageSpinner } from './page-spinner.tsx';

/** The place of something that is loaded: a spinner until it is there, words when it breaks; what is around it lives on. */
export function Slot({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error) => <PageFault error={error} />}>
      <Suspense fallback={<PageSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * The place of a page; another address is another page, even when the same component shows it, unless `name` says that all of its addresses
 * are one.
 */
export function PageSlot({ children, name }: { children: ReactNode; name?: string | undefined }) {
  const { pathname } = useLocation();
  return <Slot key={name ?? pathname}>{children}</Slot>;
}

function PageFault({ error }: { error: unknown }) {
  const requestId = error instanceof ApiProblem ? error.problem.requestId : null;
  const details = [
    `Page: ${location.pathname}`,
    `Version: ${buildVersion}`,
    `Time: ${new Date().toISOString()}`,
    ...(requestId === null ? [] : [`Request: ${requestId}`]),
    `Fault: ${error instanceof Error ? error.message : String(error)}`,
  ].join('\n');
  return (
    <Container size="sm" py="xl" role="alert">
      <Title order={1} size="h2" mb="sm">
        Something went wrong on this page
      </Title>
      <Text mb="xs">{failureText(error)} Your orders and anything you typed are saved on this device.</Text>
      {requestId !== null && (
        <Text size="sm" c="dimmed">
          Request {requestId}
        </Text>
      )}
      <Group mt="md">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <CopyButton value={details}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy details'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Container>
  );
}
