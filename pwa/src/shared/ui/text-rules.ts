/** Makes a form's rule for text of at most `max` characters; gives the message of a fault, or null. */
export const optionalText = (max: number) => (typed: string) =>
  typed.trim().length > max ? `Use at most ${max} characters` : null;

/** Makes a form's rule for text that must be there: `missing` when nothing but spaces is typed. */
export const requiredText = (missing: string, max: number) => (typed: string) =>
  typed.trim() === '' ? missing : optionalText(max)(typed);
