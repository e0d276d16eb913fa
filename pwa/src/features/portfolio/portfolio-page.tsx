import { Anchor, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { publicPages } from '../../shared/public-pages.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { Card, Columns, Grid, Note } from '../../shared/ui/blocks.tsx';
import { ContactList } from '../../shared/ui/contact.tsx';
import { TextPage } from '../../shared/ui/text-page.tsx';
import { type ProjectCard, portfolio } from './portfolio-content.ts';
import classes from './portfolio-page.module.css';

function Project({ project }: { project: ProjectCard }) {
  return (
    <Card as="article" className={classes.project}>
      <Title order={3}>{project.title}</Title>
      <Text mt="xs">{project.summary}</Text>
      <Text size="sm" c="dimmed" mt="xs" mb="md">
        {project.usedFor}
      </Text>
      <Anchor
        href={project.href}
        target="_blank"
        rel="noopener noreferrer"
        mt="auto"
        fw={600}
        className={classes.link ?? ''}
      >
        Visit {project.title}
        <IconArrowUpRight size={16} aria-hidden />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </Anchor>
    </Card>
  );
}

/** The developer's portfolio: who built the shop, how to reach them, what they can do, and three projects. */
export function Component() {
  return (
    <TextPage {...publicPages.portfolio}>
      <Columns shares="minmax(0, 1fr) 20rem">
        <div>
          <Text c="dimmed">{portfolio.eyebrow}</Text>
          <Text className={classes.headline} mt="xs" mb="lg">
            {portfolio.headline}
          </Text>
          <Stack gap="md" maw="65ch">
            {portfolio.biography.map((paragraph) => (
              <Text key={paragraph}>{paragraph}</Text>
            ))}
          </Stack>
        </div>
        <Note as="section" aria-labelledby="contact">
          <Title order={2} id="contact" size="h3">
            Contact
          </Title>
          <ContactList contact={useConfig()?.contact} ways={['email', 'phone', 'address']} />
        </Note>
      </Columns>
      <section aria-labelledby="skills" className={classes.section}>
        <Title order={2} id="skills" mb="lg">
          Skills
        </Title>
        <Grid least="14rem">
          {portfolio.skills.map(({ group, items }) => (
            <div key={group}>
              <Title order={3} size="h5" mb="sm">
                {group}
              </Title>
              <ul className={classes.skills}>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
        </Grid>
      </section>
      <section aria-labelledby="projects" className={classes.section}>
        <Title order={2} id="projects">
          Projects
        </Title>
        <Text c="dimmed" mt="xs" mb="lg">
          {portfolio.projectsIntro}
        </Text>
        <Grid least="14rem">
          {portfolio.projects.map((project) => (
            <Project key={project.href} project={project} />
          ))}
        </Grid>
      </section>
    </TextPage>
  );
}
