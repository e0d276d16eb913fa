import { MIMEType } from 'node:util';

/** What a letter says, its encodings undone. */
export interface ReadLetter {
  readonly messageId: string;
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly html: string | null;
  readonly text: string;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  /** One character for each byte. */
  readonly body: string;
}

const deepest = 5;

/**
 * Reads a letter (RFC 5322, RFC 2045 to 2047) as far as the inbox shows it: headers, the first HTML and the first text in it. What is
 * damaged is shown as it is.
 */
export function readLetter(source: Buffer): ReadLetter {
  const letter = splitPart(source.toString('latin1'));
  const header = (name: string) => decodeWords(utf8(letter.headers.get(name) ?? ''));
  return {
    messageId: (letter.headers.get('message-id') ?? '').replace(/^<|>$/g, ''),
    subject: header('subject'),
    from: header('from'),
    to: header('to'),
    html: bodyOf(letter, 'text/html'),
    text: bodyOf(letter, 'text/plain') ?? '',
  };
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

function splitPart(source: string): Part {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(source) ?? [source, source];
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(fields), body };
}

function typeOf({ headers }: Part): MIMEType {
  try {
    return new MIMEType(headers.get('content-type') ?? 'text/plain');
  } catch {
    return new MIMEType('text/plain');
  }
}

function bodyOf(part: Part, wanted: string, depth = 0): string | null {
  const type = typeOf(part);
  if (type.essence === wanted) return decodeBody(part, type.params.get('charset') ?? 'utf-8');
  const boundary = type.params.get('boundary');
  if (type.type !== 'multipart' || boundary === null || depth === deepest) return null;
  for (const piece of `\r\n${part.body}`.split(`\n--${boundary}`).slice(1)) {
    const found = piece.startsWith('--')
      ? null
      : bodyOf(splitPart(piece.replace(/^\s*?\r?\n/, '')), wanted, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function decodeBody({ headers, body }: Part, charset: string): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase();
  if (encoding === 'base64') return decodeBytes(Buffer.from(body, 'base64'), charset);
  const bytes = encoding === 'quoted-printable' ? unquote(body.replace(/=[ \t]*\r?\n/g, '')) : body;
  return decodeBytes(Buffer.from(bytes, 'latin1'), charset);
}

const unquote = (text: string): string =>
  text.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** Undoes encoded words; spaces between two of them are none (RFC 2047, 6.2). */
function decodeWords(value: string): string {
  const word = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi;
  return value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(word, (_, charset: string, kind: string, text: string) =>
      decodeBytes(
        kind.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : Buffer.from(unquote(text.replaceAll('_', ' ')), 'latin1'),
        charset,
      ),
    );
}
