import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** One line of news across the page, with its buttons. */
export function Notice({ children, name }: { children: ReactNode; name: string }) {
  return (
    <div className={classes.notice} role="status" data-notice={name}>
      <Container size="xl" className={classes.inner}>
        {children}
      </Container>
    </div>
  );
}
