/** More than the pages that admins and customers look at within a minute. */
const most = 5_000;

interface OpenedText {
  uid: string;
  context: string;
  value: object;
}

/**
 * Remembers what sealed texts hold: opening one costs as much as all else that a page does for its order. Nothing of a person stays after
 * `forget`, not even what was being opened in that moment.
 */
export function openedTexts() {
  const texts = new Map<string, OpenedText>();
  let forgotten = 0;
  return {
    /** Gives what a text held when it was opened for the same person and context: moved elsewhere it must not open. */
    get(uid: string, context: string, sealed: string): object | undefined {
      const text = texts.get(sealed);
      return text?.uid === uid && text.context === context ? text.value : undefined;
    },
    /** Begins an opening; what it answers remembers the result. */
    begin(uid: string, context: string): (sealed: string, value: object) => void {
      const begun = forgotten;
      return (sealed, value) => {
        if (begun !== forgotten) return;
        if (texts.size >= most) texts.clear();
        texts.set(sealed, { uid, context, value });
      };
    },
    forget(uid: string): void {
      forgotten += 1;
      for (const [sealed, text] of texts) if (text.uid === uid) texts.delete(sealed);
    },
  };
}
