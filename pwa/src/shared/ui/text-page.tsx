import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';
import classes from './text-page.module.css';

/** A public page to read: its title, the sentence that opens it, and what it has to say. */
export function TextPage({
  title,
  description,
  intro,
  children,
}: {
  title: string;
  /** One sentence for search engines. */
  description: string;
  intro?: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <PageTitle title={title} size={1} description={description} />
      {intro && <Text className={classes.intro}>{intro}</Text>}
      {children}
    </div>
  );
}
