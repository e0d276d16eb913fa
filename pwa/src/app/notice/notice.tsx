import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** One line of news across the page, with its buttons as children. */
export function Notice({
  children,
  icon,
  name,
  text,
}: {
  children?: ReactNode;
  icon?: ReactNode;
  name: string;
  text: string;
}) {
  return (
    <div className={classes.notice} role="status" data-notice={name}>
      <Container size="xl" className={classes.inner}>
        <p className={classes.words}>
          {icon}
          <span>{text}</span>
        </p>
        {children}
      </Container>
    </div>
  );
}
