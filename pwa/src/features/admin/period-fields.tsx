import { Group, TextInput } from '@mantine/core';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { Fault } from '../../shared/ui/blocks.tsx';

/** First and last day of a period, as `2026-11-01`. */
export interface Days {
  from: string;
  to: string;
}

/** The day so many days after another one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Two fields for the days of a period, which limit each other; `field` gives what is in each, and takes what is typed. */
export const PeriodFields = ({
  labels,
  value: { from, to },
  required = false,
  field,
}: {
  labels: Days;
  value: Days;
  required?: boolean;
  field: (name: keyof Days) => Partial<GetInputPropsReturnType>;
}) =>
  (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      label={labels[name]}
      type="date"
      required={required}
      {...(name === 'from' ? { max: to || undefined } : { min: from || undefined })}
      {...field(name)}
    />
  ));

/**
 * A form for the days of a period, which begins with `days` and has its button as `children`. It sends two days in their order; else it
 * says below the fields which one to choose.
 */
export function PeriodForm({
  days,
  onSend,
  children,
}: {
  days: Days;
  onSend: (days: Days) => void;
  children: ReactNode;
}) {
  const form = useForm<Days>({
    initialValues: days,
    validate: {
      from: (from) => (from === '' ? 'Choose the first day' : null),
      to: (to, { from }) =>
        to === ''
          ? 'Choose the last day'
          : to < from
            ? 'Choose a last day that is not before the first day'
            : null,
    },
  });
  const fault = form.errors.from ?? form.errors.to;
  return (
    <form noValidate onSubmit={form.onSubmit(onSend, focusFirstFault(form))}>
      <Group align="flex-end">
        <PeriodFields
          labels={{ from: 'First day', to: 'Last day' }}
          value={form.values}
          required
          field={(name) => ({ ...form.getInputProps(name), error: name in form.errors })}
        />
        {children}
      </Group>
      {fault && <Fault>{fault}</Fault>}
    </form>
  );
}
