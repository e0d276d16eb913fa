import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';

/** Asks for one of several reasons, each in words. */
export const ReasonSelect = ({
  words,
  ...props
}: ComponentProps<typeof NativeSelect> & { words: Readonly<Record<string, string>> }) => (
  <NativeSelect
    data={[
      { value: '', label: 'Choose a reason' },
      ...Object.entries(words).map(([value, label]) => ({ value, label })),
    ]}
    {...props}
  />
);
