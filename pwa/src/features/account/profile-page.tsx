import { Anchor, Avatar } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useProfile } from '../../shared/saved/my-profile.ts';
import { isAddressVerified, useSession } from '../../shared/session/session-store.ts';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { MyInfo } from './my-info.tsx';
import { PersonalDataBox } from './privacy/personal-data-box.tsx';
import { ProfileForm } from './profile-form.tsx';
import classes from './profile-page.module.css';

const NotificationsBox = lazyPart(
  async () => (await import('./notifications/notifications-box.tsx')).NotificationsBox,
);
const VerifyAddress = lazyPart(async () => (await import('./verify-address.tsx')).VerifyAddress);

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
      <section className={classes.person} aria-label="Account">
        <Avatar src={user.photoURL} name={user.name} alt="" size={72} radius="xl" color="bottle" />
        <div>
          <p className={classes.name}>{user.name}</p>
          <p className={classes.email}>
            <EmailText email={user.email} />
          </p>
        </div>
      </section>
      <div className={classes.columns}>
        <MyInfo profile={profile} />
        {opened ? (
          <ProfileForm profile={profile.data} user={user} />
        ) : (
          <div className={classes.card}>
            <RowSkeletons count={6} height={68} />
          </div>
        )}
      </div>
      {isAddressVerified() === false && (
        <div className={classes.verify}>
          <VerifyAddress email={user.email} />
        </div>
      )}
      <PersonalDataBox>
        <Anchor component={Link} to={paths.privacy} className={classes.privacy ?? ''}>
          What we keep about you and for how long
        </Anchor>
      </PersonalDataBox>
      {/* Last, because it grows as its code and the answers of browser and shop come: nothing below it may move. */}
      <NotificationsBox />
    </>
  );
}
