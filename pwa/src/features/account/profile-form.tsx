import type { Profile } from '@karigar/bff/contracts';
import { Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { getProfile, putProfile } from '../../shared/api/calls.ts';
import { failureText } from '../../shared/api/failure.ts';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { messages } from '../../shared/messages.ts';
import { rereadProfile } from '../../shared/saved/my-profile.ts';
import type { SessionUser } from '../../shared/session/session-store.ts';
import { Card, Grid } from '../../shared/ui/blocks.tsx';
import { useBusy } from '../../shared/ui/busy.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { settle } from '../../shared/writes/settle.ts';
import {
  isSaved,
  mergeTyped,
  type ProfileDraft,
  type ProfileValues,
  profileChanges,
  profileRules,
  profileValues,
} from './profile-rules.ts';

interface ProfileFormProps {
  profile: Profile | null | undefined;
  user: SessionUser;
  draft: ProfileDraft | null;
  onChange: (draft: ProfileDraft) => void;
  onSaved: () => void;
}

/** Changes the profile. What is typed outlasts a reload and a failed call. */
export function ProfileForm({ profile, user, draft, onChange, onSaved }: ProfileFormProps) {
  const known = useRef(profileValues(profile));
  const keep = (typed: ProfileValues) => {
    const changes = profileChanges(typed, known.current);
    if (Object.keys(changes).length === 0) onSaved();
    else onChange(changes);
  };
  const form = useForm<ProfileValues>({
    initialValues: { ...known.current, ...draft },
    initialTouched: Object.fromEntries(Object.keys(draft ?? {}).map((field) => [field, true])),
    validate: profileRules,
    validateInputOnBlur: true,
    onValuesChange: keep,
  });
  useBusy('form', form.isDirty());

  // The profile may arrive after the form: it fills in untouched fields and removes nothing.
  const { getValues, isTouched, resetDirty, setValues } = form;
  const filled = useRef(profile !== undefined);
  useEffect(() => {
    if (filled.current || profile === undefined) return;
    filled.current = true;
    const saved = profileValues(profile);
    known.current = saved;
    resetDirty(saved);
    setValues(mergeTyped(saved, getValues(), isTouched));
  }, [profile, getValues, isTouched, resetDirty, setValues]);

  const save = async (typed: ProfileValues) => {
    try {
      // A profile that could not be read before is read now: blank, untouched fields must not clear it.
      const values =
        profile === undefined
          ? mergeTyped(profileValues(await getProfile(user.email)), typed, isTouched)
          : typed;
      await settle<unknown>({
        what: 'your profile was updated',
        send: () => putProfile(user.email, { ...values, name: user.name, photoURL: user.photoURL ?? '' }),
        find: async () => isSaved(values, await getProfile(user.email)) || null,
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
          <TextInput label="Phone" type="tel" size="md" autoComplete="tel" {...form.getInputProps('phone')} />
          <TextInput label="Education" size="md" {...form.getInputProps('education')} />
          <TextInput
            label="City (optional)"
            size="md"
            autoComplete="address-level2"
            {...form.getInputProps('city')}
          />
          <TextInput
            label="Zip (optional)"
            size="md"
            autoComplete="postal-code"
            {...form.getInputProps('zip')}
          />
          <TextInput
            label="Country"
            size="md"
            autoComplete="country-name"
            {...form.getInputProps('country')}
          />
          <TextInput label="Linkedin (optional)" size="md" {...form.getInputProps('linkedin')} />
        </Grid>
        <LoadingButton type="submit" size="md" loading={form.submitting}>
          {messages.profile.update}
        </LoadingButton>
      </Stack>
    </Card>
  );
}
