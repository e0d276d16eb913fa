import { Anchor, Box, Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { publicPages } from '../../../shared/public-pages.ts';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { Facts } from '../../../shared/ui/blocks.tsx';
import { TextPage } from '../../../shared/ui/text-page.tsx';
import { PersonalDataBox } from './personal-data-box.tsx';
import { privacyTopics } from './privacy-content.ts';
import classes from './privacy-page.module.css';

const Topic = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={classes.topic} aria-labelledby={id}>
    <Title order={2} id={id} size="h3" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);

/** What the shop keeps about a person, where and for how long. */
export function Component() {
  const config = useConfig();
  const years = config?.privacy.keepInvoicesYears;
  return (
    <TextPage
      {...publicPages.privacy}
      intro="What we keep about you, where and for how long. You can download all of it or erase your account."
    >
      <Box mt="lg">
        <PersonalDataBox />
      </Box>
      {years === undefined ? (
        <Skeleton height="100vh" mt="xl" />
      ) : (
        privacyTopics(years).map(({ id, title, lead, facts }) => (
          <Topic key={id} id={id} title={title}>
            <Text>{lead}</Text>
            <Facts layout="text" of={facts} />
          </Topic>
        ))
      )}
      {config && (
        <Topic id="questions" title="Questions">
          <Text maw="65ch">
            Write to <Anchor href={`mailto:${config.contact.email}`}>{config.contact.email}</Anchor> or to{' '}
            {config.contact.address}. You may also complain to the data protection authority where you live.
          </Text>
        </Topic>
      )}
    </TextPage>
  );
}
