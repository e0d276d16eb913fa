import { Anchor, Avatar, Box, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useProfile } from '../../shared/saved/my-profile.ts';
import { isAddressVerified, useSession } from '../../shared/session/session-store.ts';
import { Card, Columns } from '../../shared/ui/blocks.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { MyInfo } from './my-info.tsx';
import { PersonalDataBox } from './privacy/personal-data-box.tsx';
import { ProfileForm } from './profile-form.tsx';

const NotificationsBox = lazyPart(
  async () => (await import('./notifications/notifications-box.tsx')).NotificationsBox,
);
const VerifyAddress = lazyPart(async () => (await import('./verify-address.tsx')).VerifyAddress);

const anywhere = { overflowWrap: 'anywhere' } as const;

/** Who the person is, what the shop knows of them, and a form to change it. */
export function Component() {
  const { user } = useSession();
  const profile = useProfile();
  // The form waits for what the shop knows or for the news that it cannot be had; then it stays, with what is typed.
  const [opened, setOpened] = useState(false);
  if (!opened && (profile.data !== undefined || profile.failure !== null)) setOpened(true);
  if (user === null) return null;
  return (
    <>
      <PageTitle title={messages.menu.profile} />
      <Group component="section" wrap="nowrap" mb="lg" aria-label="Account">
        <Avatar src={user.photoURL} name={user.name} alt="" size={72} radius="xl" color="bottle" />
        <div>
          <Text fw={600} size="lg" style={anywhere}>
            {user.name}
          </Text>
          <Text c="dimmed" style={anywhere}>
            <EmailText email={user.email} />
          </Text>
        </div>
      </Group>
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
        <Box maw="32rem" mt="lg">
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
    </>
  );
}
