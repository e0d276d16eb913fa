import { Anchor, Skeleton, Text, Title } from '@mantine/core';
import { publicPages } from '../../../shared/public-pages.ts';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { Facts } from '../../../shared/ui/blocks.tsx';
import { TextPage } from '../../../shared/ui/text-page.tsx';
import { PersonalDataBox } from './personal-data-box.tsx';
import { type PrivacyTopic, privacyTopics } from './privacy-content.ts';
import classes from './privacy-page.module.css';

function Topic({ topic }: { topic: PrivacyTopic }) {
  return (
    <section className={classes.topic} aria-labelledby={topic.id}>
      <Title order={2} id={topic.id} size="h3" mb="xs">
        {topic.title}
      </Title>
      <Text>{topic.lead}</Text>
      <Facts layout="text" of={topic.facts} />
    </section>
  );
}

/** What the shop keeps about a person, where and for how long. */
export function Component() {
  const config = useConfig();
  const years = config?.privacy.keepInvoicesYears;
  return (
    <TextPage
      {...publicPages.privacy}
      intro="What we keep about you, where and for how long. You can download all of it or erase your account."
    >
      <PersonalDataBox />
      {years === undefined ? (
        <Skeleton height="100vh" mt="xl" />
      ) : (
        privacyTopics(years).map((topic) => <Topic key={topic.id} topic={topic} />)
      )}
      {config && (
        <section className={classes.topic} aria-labelledby="questions">
          <Title order={2} id="questions" size="h3" mb="xs">
            Questions
          </Title>
          <Text maw="65ch">
            Write to <Anchor href={`mailto:${config.contact.email}`}>{config.contact.email}</Anchor> or to{' '}
            {config.contact.address}. You may also complain to the data protection authority where you live.
          </Text>
        </section>
      )}
    </TextPage>
  );
}
