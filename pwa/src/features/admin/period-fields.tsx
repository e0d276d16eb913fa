import { TextInput } from '@mantine/core';

/** First and last day of a period, as `2026-11-01`. */
export interface Days {
  from: string;
  to: string;
}

/** Two fields for the days of a period, which limit each other. */
export const PeriodFields = ({
  labels,
  value: { from, to },
  required = false,
  onChange,
}: {
  labels: Days;
  value: Days;
  required?: boolean;
  onChange: (days: Days) => void;
}) =>
  (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      label={labels[name]}
      type="date"
      required={required}
      {...(name === 'from' ? { max: to || undefined, value: from } : { min: from || undefined, value: to })}
      onChange={(event) => onChange({ from, to, [name]: event.currentTarget.value })}
    />
  ));
