import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import classes from './not-found-page.module.css';

const holes = Array.from({ length: 13 }, (_, column) =>
  Array.from({ length: 7 }, (_, row) => ({ x: 40 + column * 40, y: 40 + row * 40 })),
).flat();

/** A shadow board in the workshop: every tool hangs in its outline, and one outline is empty. Follows the colour scheme. */
function NotFoundPicture() {
  return (
    <svg viewBox="0 0 560 320" role="img" aria-labelledby="missing-tool" className={classes.picture}>
      <title id="missing-tool">A workshop board on which one tool is missing from its outline</title>
      <rect className={classes.board} x="4" y="4" width="552" height="312" rx="18" />
      {holes.map(({ x, y }) => (
        <circle key={`${x}-${y}`} className={classes.hole} cx={x} cy={y} r="2.5" />
      ))}
      <g className={classes.hammer}>
        <rect x="112" y="104" width="18" height="172" rx="8" className={classes.wood} />
        <path d="M70 74h74a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10H98c-10 0-18 6-26 16l-14-8c4-14 2-34 12-42Z" />
      </g>
      <g className={classes.missing}>
        <path d="M250 60a42 42 0 0 0-18 70l12 12v94a36 36 0 1 0 72 0v-94l12-12a42 42 0 0 0-18-70v44l-30 16-30-16Z" />
        <circle cx="280" cy="238" r="13" />
      </g>
      <text x="280" y="196" textAnchor="middle" className={classes.question}>
        ?
      </text>
      <g className={classes.driver}>
        <path d="M424 58h34l8 18v58l-10 16h-30l-10-16V76Z" className={classes.wood} />
        <path d="M434 150h14v96l6 12-7 24h-12l-7-24 6-12Z" />
      </g>
      <path className={classes.hook} d="M280 34v22M121 34v36M441 34v22" />
    </svg>
  );
}

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
