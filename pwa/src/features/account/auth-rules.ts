import { longest, plainCode } from '@karigar/bff/written-text';
import { optionalText, requiredText } from '../../shared/fields/text-rules.ts';
import { messages } from '../../shared/messages.ts';

const text = messages.auth;
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const special = /[!@#$%^&*]/;

/** Rules of the sign-in forms. Each takes what was typed and gives the message of its fault, or null. */
export const authRules = {
  email: (typed: string): string | null => {
    const email = plainCode(typed);
    if (email === '') return text.emailRequired;
    return emailShape.test(email) ? optionalText(longest.email)(email) : text.emailInvalid;
  },
  password: (typed: string): string | null => {
    if (typed === '') return text.passwordRequired;
    if (typed.length < 6) return text.passwordShort;
    return special.test(typed) ? null : text.passwordSpecial;
  },
  name: requiredText(text.nameRequired, longest.name),
};

/** What a new password needs, for a list that ticks itself while the person types. */
export const passwordNeeds = (typed: string): { label: string; met: boolean }[] => [
  { label: 'At least 6 characters', met: typed.length >= 6 },
  { label: 'One of ! @ # $ % ^ & *', met: special.test(typed) },
];
