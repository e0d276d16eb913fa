import type { Profile } from '@karigar/bff/contracts';
import { Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import { getProfile, putProfile } from '../../shared/api/calls.ts';
import { failureText } from '../../shared/api/failure.ts';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { messages } from '../../shared/messages.ts';
import { useDraft } from '../../shared/saved/draft.ts';
import { rereadProfile } from '../../shared/saved/my-profile.ts';
import type { SessionUser } from '../../shared/session/session-store.ts';
import { Card, Grid } from '../../shared/ui/blocks.tsx';
import { useBusy } from '../../shared/ui/busy.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { settle } from '../../shared/writes/settle.ts';
import {
  fieldNames,
  isSame,
  ofEachField,
  type ProfileDraft,
  type ProfileValues,
  profileChanges,
  profileFields,
  profileValues,
} from './profile-rules.ts';

interface ProfileFormProps {
  profile: Profile | null | undefined;
  user: SessionUser;
}

/** Changes the profile. What is typed outlasts a reload and a failed call. */
export function ProfileForm({ profile, user }: ProfileFormProps) {
  const draft = useDraft<ProfileDraft>('profile');
  const known = useRef(profileValues(profile));
  const keep = (typed: ProfileValues) =>
    isSame(typed, known.current) ? draft.discard() : draft.save(profileChanges(typed, known.current));
  const form = useForm<ProfileValues>({
    initialValues: { ...known.current, ...draft.draft },
    validate: ofEachField((field) => profileFields[field].rule),
    validateInputOnBlur: true,
    onValuesChange: keep,
  });
  useBusy(form.isDirty());

  // The profile may arrive after the form: it fills in the fields that the person has not changed.
  const fillIn = useEffectEvent((saved: ProfileValues) => {
    const typed = profileChanges(form.getValues(), known.current);
    known.current = saved;
    form.resetDirty(saved);
    form.setValues({ ...saved, ...typed });
  });
  const isKnown = useRef(profile !== undefined);
  useEffect(() => {
    if (isKnown.current || profile === undefined) return;
    isKnown.current = true;
    fillIn(profileValues(profile));
  }, [profile]);

  const readProfile = async () => profileValues(await getProfile(user.email));
  const save = async (typed: ProfileValues) => {
    try {
      // A profile that could not be read before is read now: blank, unchanged fields must not clear it.
      const values =
        profile === undefined ? { ...(await readProfile()), ...profileChanges(typed, known.current) } : typed;
      await settle<unknown>({
        what: 'your profile was updated',
        send: () => putProfile(user.email, { ...values, name: user.name, photoURL: user.photoURL ?? '' }),
        find: async () => isSame(values, await readProfile()) || null,
      });
      form.resetDirty(values);
      known.current = typed;
      // What was typed since was not sent, and stays a draft.
      keep(form.getValues());
      notifySuccess(messages.profile.updated);
      void rereadProfile(user.uid);
    } catch (error) {
      notifyFailure(`Your profile was not updated. ${failureText(error)}`);
    }
  };

  return (
    <Card
      as="form"
      noValidate
      aria-labelledby="update-profile"
      onSubmit={form.onSubmit(save, focusFirstFault(form))}
    >
      <Stack>
        <Title order={2} id="update-profile" size="h3">
          {messages.profile.update}
        </Title>
        <Grid least="14rem">
          {fieldNames.map((field) => {
            const { label, rule, input } = profileFields[field];
            const isOptional = rule('') === null;
            return (
              <TextInput
                key={field}
                label={isOptional ? `${label} (optional)` : label}
                size="md"
                {...input}
                {...form.getInputProps(field)}
              />
            );
          })}
        </Grid>
        <LoadingButton type="submit" size="md" loading={form.submitting}>
          {messages.profile.update}
        </LoadingButton>
      </Stack>
    </Card>
  );
}
