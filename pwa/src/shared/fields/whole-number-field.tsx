import { TextInput, type TextInputProps } from '@mantine/core';

interface WholeNumberFieldProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'leftSection'> {
  /** Shown before the number: the currency's for money, '+' or '−' for a change. */
  sign?: string;
}

/**
 * A field for a whole number: the digits of a phone's keyboard, and the text exactly as typed. Nothing is cut, rounded or formatted, because a
 * number that a field rewrites is not the number that was typed; other input is refused in words (`wholeNumber`).
 */
export const WholeNumberField = ({ sign, ...props }: WholeNumberFieldProps) => (
  <TextInput
    inputMode="numeric"
    autoComplete="off"
    {...(sign === undefined ? {} : { leftSection: sign, leftSectionPointerEvents: 'none' as const })}
    {...props}
  />
);
