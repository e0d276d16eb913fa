import type { Profile } from '@karigar/bff/contracts';
import { Anchor, Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useProfile } from '../../shared/saved/my-profile.ts';
import type { Saved } from '../../shared/saved/revalidation.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { isAddressVerified, useSession } from '../../shared/session/session-store.ts';
import { Card, Columns, Facts } from '../../shared/ui/blocks.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { PersonalDataBox } from './privacy/personal-data-box.tsx';
import { ProfileForm } from './profile-form.tsx';
import { fieldNames, linkedInAddress, profileFields } from './profile-rules.ts';

/** What the shop knows of the person, and a way to ask it again. */
function MyInfo({ profile }: { profile: Saved<Profile | null> }) {
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
      <SavedView
        aged
        saved={profile}
        loading={<Skeleton height={160} />}
        gone={<Text c="dimmed">{messages.profile.none}</Text>}
      >
        {(data) => (
          <Facts
            of={Object.fromEntries(
              fieldNames.map((field) => {
                const text = data[field] || '–';
                const address = field === 'linkedin' ? linkedInAddress(text) : null;
                return [
                  profileFields[field].label,
                  address === null ? (
                    text
                  ) : (
                    <Anchor key={field} inherit href={address} target="_blank" rel="noreferrer">
                      {text}
                    </Anchor>
                  ),
                ];
              }),
            )}
          />
        )}
      </SavedView>
    </Card>
  );
}

const NotificationsBox = lazyPart(() => import('./notifications/notifications-box.tsx'), 'NotificationsBox');
const VerifyAddress = lazyPart(() => import('./verify-address.tsx'), 'VerifyAddress');

/** Who the person is, what the shop knows of them, and a form to change it. */
export function Component() {
  const { user } = useSession();
  const profile = useProfile();
  // The form waits for what the shop knows or for the news that it cannot be had; then it stays, with what is typed.
  const [opened, setOpened] = useState(false);
  if (!opened && (profile.data !== undefined || profile.failure !== null)) setOpened(true);
  if (user === null) return null;
  return (
    <Stack gap="lg">
      <div>
        <PageTitle title={messages.menu.profile} />
        <Group component="section" wrap="nowrap" aria-label="Account">
          {user.photoURL && (
            <img
              src={user.photoURL}
              alt=""
              width={72}
              height={72}
              style={{ borderRadius: '50%', objectFit: 'cover' }}
            />
          )}
          <Text component="div" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Text fw={600} size="lg" c="var(--mantine-color-text)">
              {user.name}
            </Text>
            <EmailText email={user.email} />
          </Text>
        </Group>
      </div>
      <Columns shares="minmax(0, 2fr) minmax(0, 3fr)" besideMenu>
        <MyInfo profile={profile} />
        {opened ? (
          <ProfileForm profile={profile.data} user={user} />
        ) : (
          <Card>
            <RowSkeletons count={6} height={68} />
          </Card>
        )}
      </Columns>
      {isAddressVerified() === false && (
        <Box maw="32rem">
          <VerifyAddress email={user.email} />
        </Box>
      )}
      <PersonalDataBox>
        <Anchor component={Link} to={paths.privacy} py="sm" mt="xs" display="inline-block">
          What we keep about you and for how long
        </Anchor>
      </PersonalDataBox>
      {/* Last, because it grows as its code and the answers of browser and shop come: nothing below it may move. */}
      <NotificationsBox />
    </Stack>
  );
}
