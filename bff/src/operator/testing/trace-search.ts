/** What to look for: words of a person, by what they are. */
export type PersonalWords = Readonly<Record<string, readonly string[]>>;

/** A search through one place, a key or a file. */
export interface PlaceSearch {
  /** Takes the next bytes. */
  take(bytes: Buffer): void;
  /** What was found so far. */
  found: ReadonlySet<string>;
}

/**
 * Prepares a search for words of a person, in any case, as they are and as JSON and addresses of pages
 * write them. Gives what begins a search through one place.
 */
export function traceSearch(words: PersonalWords): () => PlaceSearch {
  const wanted = Object.entries(words).flatMap(([what, texts]) =>
    texts.flatMap((text) =>
      writtenForms(text).map((form) => ({ what, form: comparable(Buffer.from(form)) })),
    ),
  );
  const overlap = Math.max(...wanted.map(({ form }) => form.length)) - 1;
  return () => {
    const found = new Set<string>();
    let rest = '';
    return {
      found,
      take(bytes) {
        const text = rest + comparable(bytes);
        for (const { what, form } of wanted) if (text.includes(form)) found.add(what);
        // A word may begin here and end in the next bytes.
        rest = overlap === 0 ? '' : text.slice(-overlap);
      },
    };
  };
}

/** One character a byte, so that a chunk may end anywhere; the same for what is sought, so that other alphabets are found as well. */
const comparable = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase();

function writtenForms(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(
    /[^\x20-\x7e]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [...new Set([text, escaped, ascii, encodeURIComponent(text)])];
}
