import { Button, Container, CopyButton, Group, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { buildVersion } from '../../shared/api/build-version.ts';
import { ApiProblem, failureText } from '../../shared/api/failure.ts';

interface State {
  error: unknown;
}

/** Catches what a page throws, so that the header and the other pages live on. Give it a new `key` for each page. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    return this.state.error === null ? this.props.children : <PageFault error={this.state.error} />;
  }
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
        This page broke
      </Title>
      <Text mb="xs">{failureText(error)} What you typed and ordered is kept on this device.</Text>
      {requestId !== null && (
        <Text size="sm" c="dimmed">
          Request {requestId}
        </Text>
      )}
      <Group mt="md">
        <Button onClick={() => location.reload()}>Load the page again</Button>
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
