import { Anchor, Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowUpRight, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { type ProjectCard, portfolio } from './portfolio-content.ts';
import classes from './portfolio-page.module.css';

function Project({ project }: { project: ProjectCard }) {
  return (
    <Card withBorder padding="lg" component="article" className={classes.project}>
      <Title order={3}>{project.title}</Title>
      <Text mt="xs">{project.summary}</Text>
      <Text size="sm" c="dimmed" mt="xs" mb="md">
        {project.usedFor}
      </Text>
      <Anchor href={project.href} target="_blank" rel="noopener noreferrer" mt="auto" fw={600}>
        Visit {project.title}
        <IconArrowUpRight size={16} aria-hidden="true" className={classes.out} />
        <span className={classes.hidden}> (opens in a new tab)</span>
      </Anchor>
    </Card>
  );
}

/** The ways to reach the developer, from the installation's settings. */
function Contact({ contact }: { contact: { phone: string; email: string; address: string } }) {
  return (
    <section aria-labelledby="contact" className={classes.contact}>
      <Title order={2} id="contact" size="h3" mb="md">
        Contact
      </Title>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <IconMail size={20} aria-hidden="true" />
          <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <IconPhone size={20} aria-hidden="true" />
          <Anchor href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</Anchor>
        </Group>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <IconMapPin size={20} aria-hidden="true" className={classes.pin} />
          <Text>{contact.address}</Text>
        </Group>
      </Stack>
    </section>
  );
}
