import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import classes from './not-found-page.module.css';
import { NotFoundPicture } from './not-found-picture.tsx';

/** Every address that the shop does not know ends here, with two ways back into it. */
export function Component() {
  return (
    <div className={classes.page}>
      <NotFoundPicture />
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
    </div>
  );
}
