/** The roles by which journeys find things. */
export type Role =
  | 'alert'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'figure'
  | 'form'
  | 'heading'
  | 'img'
  | 'link'
  | 'list'
  | 'listitem'
  | 'radio'
  | 'region'
  | 'row'
  | 'searchbox'
  | 'tab'
  | 'textbox';

/** A whole text or name, or what it must match. */
export type Words = string | RegExp;

/** Something on the page as a person knows it: by its role and name, its text or its label; `inside` narrows where to look. */
export type Target = (
  | { by: 'role'; role: Role; words?: Words }
  | { by: 'text'; words: Words }
  | { by: 'label'; words: Words }
) & { inside?: Target };

/** Something with this role, and this name if one is given. */
export const role = (name: Role, words?: Words, inside?: Target): Target => ({
  by: 'role',
  role: name,
  ...(words === undefined ? {} : { words }),
  ...(inside === undefined ? {} : { inside }),
});
/** A button by its name. */
export const button = (words: Words, inside?: Target): Target => role('button', words, inside);
/** A link by its name. */
export const link = (words: Words, inside?: Target): Target => role('link', words, inside);
/** A heading by its text. */
export const heading = (words: Words): Target => role('heading', words);
/** The innermost element with this text. */
export const text = (words: Words, inside?: Target): Target => ({
  by: 'text',
  words,
  ...(inside === undefined ? {} : { inside }),
});
/** A field by its label, which ends with an asterisk where something has to be filled in. */
export const field = (words: string): Target => ({ by: 'label', words: new RegExp(`^${words}( \\*)?$`) });

/**
 * What a person does in a browser's tab, in any engine. Every method waits up to half a minute for what it needs and throws an Error that
 * names it where it does not come. What is found is visible; where several things fit, the first one is meant.
 */
export interface Tab {
  /** Opens an address of the shop; the page may still be loading. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  click(target: Target): Promise<void>;
  /** Types key by key in the place of what a field holds. */
  type(target: Target, text: string): Promise<void>;
  /** Chooses one of a list's options by its words. */
  choose(target: Target, option: string): Promise<void>;
  /** Gives a file of this path to the page's field for files, which nobody sees: its button opens a dialog of the system. */
  upload(path: string): Promise<void>;
  /** Waits until it can be seen. */
  sees(target: Target): Promise<void>;
  /** Waits until it cannot be seen (any more). */
  misses(target: Target): Promise<void>;
  /** The text that an element shows. */
  read(target: Target): Promise<string>;
  /** Waits until the path of the page's address is this one. */
  isAt(path: string): Promise<void>;
  /** Makes the inside of the window this large, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Runs a function inside the page; it knows only its argument, and gives JSON. */
  run<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  /** Runs a script of this text inside the page, whatever the page's content policy allows. */
  load(script: string): Promise<void>;
  /** A picture of what can be seen, as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}
