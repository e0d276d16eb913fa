import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './empty-picture.module.css';

/** What an empty place is a picture of: a shelf without tools, an empty parcel, a blank card. */
type EmptyPictureName = 'shelf' | 'parcel' | 'card';

/** Drawn for a box of 200 by 120. */
const drawings = {
  shelf: (
    <>
      <rect className={classes.board} x="12" y="8" width="176" height="104" rx="10" />
      <path className={classes.ink} d="M52 26v16M148 26v16" />
      <path
        className={classes.gap}
        d="M100 30h-18a6 6 0 0 0-6 6v8h48v-8a6 6 0 0 0-6-6ZM94 44h12v48a6 6 0 0 1-12 0Z"
      />
      <path className={classes.wood} d="M46 42h12v26l-3 6h-6l-3-6Z" />
      <path
        className={classes.steel}
        d="M50 74h4v20l2 5-2 5h-4l-2-5 2-5ZM140 42h16v12h-16ZM145 54h6v46h-6Z"
      />
    </>
  ),
  parcel: (
    <>
      <path className={classes.gap} d="M22 104h156" />
      <path className={classes.board} d="M58 50h84v50a4 4 0 0 1-4 4H62a4 4 0 0 1-4-4Z" />
      <path className={classes.wood} d="M58 50 40 32h44l16 18ZM142 50l18-18h-44l-16 18Z" />
      <path className={classes.steel} d="M92 72h16v14H92Z" />
      <path className={classes.ink} d="M100 12v18M84 16l5 12M116 16l-5 12" />
    </>
  ),
  card: (
    <>
      <rect className={classes.board} x="30" y="20" width="116" height="84" rx="8" />
      <path className={classes.gap} d="M46 44h84M46 62h60M46 80h40" />
      <path className={classes.wood} d="m164 22 12 12-50 50-16 4 4-16Z" />
      <path
        className={classes.steel}
        d="m110 88 4-16 12 12ZM164 22l6-6a6 6 0 0 1 9 0l3 3a6 6 0 0 1 0 9l-6 6Z"
      />
    </>
  ),
} as const;

/** A small drawing for a place where nothing is; without a `label` it says no more than the words below it. */
export const EmptyPicture = ({
  of,
  width = 200,
  label,
}: {
  of: EmptyPictureName;
  width?: number;
  label?: string;
}) => (
  <svg
    viewBox="0 0 200 120"
    width={width}
    role="img"
    aria-hidden={label === undefined}
    aria-label={label}
    className={classes.picture}
    data-drawing={of}
  >
    {drawings[of]}
  </svg>
);

interface EmptyStateProps {
  text: string;
  picture?: EmptyPictureName;
  /** Where to go from here. */
  link?: { to: string; label: string };
  /** Something else to do next. */
  children?: ReactNode;
}

/** Says that there is nothing, with a drawing, and offers what to do next. */
export function EmptyState({ text, picture = 'shelf', link, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py="xl" data-empty>
      <EmptyPicture of={picture} />
      <Text c="dimmed" ta="center" maw="36rem" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {link && (
        <Button component={Link} to={link.to} size="md">
          {link.label}
        </Button>
      )}
      {children}
    </Stack>
  );
}
