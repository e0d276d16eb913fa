import { keepUnits } from '../contracts/page-words.ts';
import type { KnownTool } from '../notices/notice.ts';
import type { Letter, LetterShop } from './letter.ts';

const reason = 'You’re receiving this one-time email because you asked for it on the tool’s page.';

/** Writes the letter to a person who waits for a tool: it is back, or it is not sold any more. */
export const stockLetter = (
  id: string,
  { name, deleted }: Pick<KnownTool, 'name' | 'deleted'>,
  { shopUrl }: LetterShop,
): Letter =>
  deleted === true
    ? {
        subject: keepUnits(`${name} is no longer available`),
        heading: keepUnits(`${name} is no longer available`),
        parts: [
          `You asked us to tell you when ${name} is back in stock. We’re sorry: we no longer sell it, so it won’t come back.`,
          { action: 'See all tools', url: `${shopUrl}/tools` },
          'You don’t need to do anything. We won’t email you about it again.',
        ],
        reason,
      }
    : {
        subject: keepUnits(`${name} is back in stock`),
        heading: keepUnits(`${name} is back`),
        parts: [
          `You asked us to tell you when ${name} is back in stock. It’s available again.`,
          { action: 'See the tool', url: `${shopUrl}/tools/${id}` },
          'We can’t reserve one for you, so order while stock lasts.',
        ],
        reason,
      };
