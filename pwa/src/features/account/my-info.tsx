import type { Profile } from '@karigar/bff/contracts';
import { Skeleton } from '@mantine/core';
import { messages } from '../../shared/messages.ts';
import { SavedAgeNote } from '../../shared/saved/saved-age-note.tsx';
import type { Saved } from '../../shared/saved/saved-data.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import classes from './profile-page.module.css';
import { linkedInAddress } from './profile-rules.ts';

const facts = [
  ['phone', 'Phone'],
  ['education', 'Education'],
  ['city', 'City'],
  ['zip', 'Zip'],
  ['country', 'Country'],
] as const;

/** What the shop knows of the person, and a way to ask it again. */
export function MyInfo({ profile }: { profile: Saved<Profile | null> }) {
  return (
    <section className={classes.card} aria-labelledby="my-info">
      <div className={classes.head}>
        <h2 id="my-info" className={classes.title}>
          {messages.profile.myInfo}
        </h2>
        <LoadingButton
          variant="default"
          className={classes.refresh ?? ''}
          loading={profile.revalidating}
          onClick={() => void profile.revalidate()}
        >
          Refresh
        </LoadingButton>
      </div>
      <SavedAgeNote saved={profile} />
      <SavedView
        saved={profile}
        loading={<Skeleton height={160} />}
        gone={<p className={classes.none}>{messages.profile.none}</p>}
      >
        {(data) => (
          <dl className={classes.facts}>
            {facts.map(([key, label]) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{data[key] || '–'}</dd>
              </div>
            ))}
            <div>
              <dt>Linkedin</dt>
              <dd>
                <LinkedIn typed={data.linkedin} />
              </dd>
            </div>
          </dl>
        )}
      </SavedView>
    </section>
  );
}

function LinkedIn({ typed }: { typed: string }) {
  const address = linkedInAddress(typed);
  if (address === null) return typed || '–';
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes.link}>
      {typed}
    </a>
  );
}
