import { Anchor, Stack, Text, Title } from '@mantine/core';
import { publicPages } from '../../shared/public-pages.ts';
import { Card, Columns, Note } from '../../shared/ui/blocks.tsx';
import { TextPage } from '../../shared/ui/text-page.tsx';
import { type BlogEntry, blogEntries } from './blog-content.ts';
import classes from './blog-page.module.css';

/** One question with its answer; the card beside the text can be read alone. */
function BlogArticle({ entry, number }: { entry: BlogEntry; number: number }) {
  return (
    <article className={classes.article} aria-labelledby={entry.id}>
      <header className={classes.head}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <Title order={2} id={entry.id} className={classes.question}>
          {entry.question}
        </Title>
      </header>
      <Columns shares="minmax(0, 1fr) 18rem">
        <Stack gap="md" maw="65ch">
          <Text size="lg" fw={600}>
            {entry.lead}
          </Text>
          {entry.paragraphs.map((paragraph) => (
            <Text key={paragraph}>{paragraph}</Text>
          ))}
        </Stack>
        <Note as="aside" aria-label={entry.points.title}>
          <Text fw={600} mb="xs">
            {entry.points.title}
          </Text>
          <ul>
            {entry.points.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Note>
      </Columns>
    </article>
  );
}

/** The static blog: five questions about tools and about ordering them, each with an answer. */
export function Component() {
  return (
    <TextPage
      {...publicPages.blog}
      intro="Five questions that people ask us across the counter, answered at the length they deserve."
    >
      <nav aria-label="Questions on this page">
        <Card as="div" className={classes.contents}>
          <ol>
            {blogEntries.map((entry) => (
              <li key={entry.id}>
                <Anchor href={`#${entry.id}`}>{entry.question}</Anchor>
              </li>
            ))}
          </ol>
        </Card>
      </nav>
      {blogEntries.map((entry, index) => (
        <BlogArticle key={entry.id} entry={entry} number={index + 1} />
      ))}
    </TextPage>
  );
}
