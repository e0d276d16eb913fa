import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { EmptyPicture } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';

/** Every address that the shop does not know ends here, with two ways back into it. */
export const Component = () => (
  <Stack align="center" gap="lg" maw="40rem" mx="auto" px="md" py="4rem" ta="center">
    <EmptyPicture
      of="shelf"
      width={560}
      label="A workshop board on which one tool is missing from its outline"
    />
    <PageTitle title={messages.notFound} size={1} />
    <Text c="dimmed" size="lg">
      There’s nothing here. The page may have moved, or the link is mistyped.
    </Text>
    <Group justify="center">
      <Button component={Link} to={paths.home}>
        Go to the home page
      </Button>
      <Button component={Link} to={paths.tools} variant="default">
        Search all tools
      </Button>
    </Group>
  </Stack>
);
