import PostalMime, { type Address } from 'postal-mime';

/** What a letter says, its encodings undone. */
export interface ReadLetter {
  messageId: string;
  subject: string;
  from: string;
  to: string;
  html: string | null;
  text: string;
}

const shown = ({ name, address = '' }: Address): string => (name === '' ? address : `${name} <${address}>`);

/** Reads a letter (RFC 5322 and MIME). Rejects when it cannot be read. */
export async function readLetter(source: Buffer): Promise<ReadLetter> {
  const { messageId = '', subject = '', from, to = [], html, text = '' } = await PostalMime.parse(source);
  return {
    messageId: messageId.replace(/^<|>$/g, ''),
    subject,
    from: from === undefined ? '' : shown(from),
    to: to.map(shown).join(', '),
    html: html ?? null,
    text,
  };
}
