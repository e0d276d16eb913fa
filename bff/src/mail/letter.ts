/** One part of a letter: a paragraph, or facts with their labels. */
export type LetterPart =
  | string
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly action: string; readonly url: string };

/** What a letter says, in plain text: HTML and text are made of the same words. */
export interface Letter {
  readonly subject: string;
  /** What lists of letters show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly parts: readonly LetterPart[];
}

/** How a reader reaches the shop; it stands below every letter. */
export interface Contact {
  readonly phone: string;
  readonly email: string;
  readonly address: string;
}

/** What letters know of the shop that sends them. */
export interface LetterShop {
  /** Public address, without a final slash. */
  readonly url: string;
  readonly contact: Contact;
  /** Whose clock its times are of (IANA). */
  readonly timeZone: string;
  /** Within how many days a paid order usually leaves. */
  readonly dispatchDays: number;
}

/** Why somebody gets a letter, and whom to ask. */
export const closingLines = ({ phone, email, address }: Contact, reason: string): readonly string[] => [
  `Questions? Reply to this email, write to ${email} or call ${phone}.`,
  reason,
  `Karigar, ${address}`,
];
