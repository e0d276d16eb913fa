import type { Profile } from '@karigar/bff/contracts';
import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core';
import { messages } from '../../shared/messages.ts';
import type { Saved } from '../../shared/saved/revalidation.ts';
import { SavedAgeNote, SavedView } from '../../shared/saved/saved-view.tsx';
import { Card, Facts } from '../../shared/ui/blocks.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { linkedInAddress } from './profile-rules.ts';

/** What the shop knows of the person, and a way to ask it again. */
export function MyInfo({ profile }: { profile: Saved<Profile | null> }) {
  return (
    <Card aria-labelledby="my-info">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="my-info" size="h3">
          {messages.profile.myInfo}
        </Title>
        <LoadingButton
          variant="default"
          mih="2.75rem"
          loading={profile.revalidating}
          onClick={() => void profile.revalidate()}
        >
          Refresh
        </LoadingButton>
      </Group>
      <SavedAgeNote saved={profile} />
      <SavedView
        saved={profile}
        loading={<Skeleton height={160} />}
        gone={<Text c="dimmed">{messages.profile.none}</Text>}
      >
        {(data) => (
          <Facts
            of={{
              Phone: data.phone || '–',
              Education: data.education || '–',
              City: data.city || '–',
              Zip: data.zip || '–',
              Country: data.country || '–',
              Linkedin: <LinkedIn typed={data.linkedin} />,
            }}
          />
        )}
      </SavedView>
    </Card>
  );
}

function LinkedIn({ typed }: { typed: string }) {
  const address = linkedInAddress(typed);
  if (address === null) return typed || '–';
  return (
    <Anchor inherit href={address} target="_blank" rel="noreferrer">
      {typed}
    </Anchor>
  );
}
