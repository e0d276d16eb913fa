import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { findInPage, sentTarget } from './page-finder.ts';
import type { Tab, Target } from './tab.ts';
import {
  type ElementReference,
  elementId,
  untilGiven,
  WebDriverError,
  type WebDriverSession,
} from './webdriver.ts';

const queries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/** WebDriver's names of keys. */
const key = { control: '\uE009', delete: '\uE017' };
/** What the driver says while a page changes under its hands, or something moves, or lies over what is wanted. */
const passing = [
  'element click intercepted',
  'element not interactable',
  'javascript error',
  'no such element',
  'stale element reference',
];

const words = (target: Target): string => {
  const { by, words: wanted, inside } = target;
  const place = inside === undefined ? '' : ` inside ${words(inside)}`;
  return `${by === 'role' ? target.role : by} ${wanted ?? ''}${place}`;
};

/**
 * Runs inside the page: scrolls to an element, and tells whether it stands still and nothing lies over it. The driver scrolls only to what it
 * takes to be outside of the window, and clicks where a thing was a moment ago.
 */
async function isReadyToClick(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return x === before.x && y === before.y && hit !== null && (element.contains(hit) || hit.contains(element));
}

/** A tab that a WebDriver server drives: WebKit. It has a browser of its own, which ends with it. */
export class WebDriverTab implements Tab {
  readonly #session: WebDriverSession;
  readonly #shop: string;
  readonly #onClose: () => Promise<void>;

  /** A tab in a session that begins; `shop` is the address before each path, `onClose` ends what belongs to the session. */
  constructor(session: WebDriverSession, shop: string, onClose: () => Promise<void>) {
    this.#session = session;
    this.#shop = shop;
    this.#onClose = onClose;
  }

  open(path: string): Promise<void> {
    return this.#session.send('POST', '/url', { url: new URL(path, this.#shop).href });
  }

  reload(): Promise<void> {
    return this.#session.send('POST', '/refresh');
  }

  async click(target: Target): Promise<void> {
    await this.#with(target, async (element) => {
      if (!(await this.#session.run(isReadyToClick, element))) return false;
      await this.#session.send('POST', `/element/${elementId(element)}/click`);
      return true;
    });
  }

  async type(target: Target, text: string): Promise<void> {
    await this.#with(target, (element) =>
      this.#session.send('POST', `/element/${elementId(element)}/value`, {
        text: `${key.control}a${key.control}${key.delete}${text}`,
      }),
    );
  }

  async choose(target: Target, option: string): Promise<void> {
    await this.#with(target, async (list) => {
      const chosen = await this.#session.send<ElementReference>(
        'POST',
        `/element/${elementId(list)}/element`,
        {
          using: 'xpath',
          value: `.//option[normalize-space() = "${option}"]`,
        },
      );
      await this.#session.send('POST', `/element/${elementId(chosen)}/click`);
    });
  }

  async upload(path: string): Promise<void> {
    const field = await untilGiven('a field for files', async () => {
      const [found] = await this.#session.send<ElementReference[]>('POST', '/elements', {
        using: 'css selector',
        value: 'input[type="file"]',
      });
      return found;
    });
    await this.#session.send('POST', `/element/${elementId(field)}/value`, { text: resolve(path) });
  }

  async sees(target: Target): Promise<void> {
    await this.#with(target, async () => undefined);
  }

  async misses(target: Target): Promise<void> {
    await untilGiven(`without ${words(target)}`, async () =>
      (await this.#find(target)) === null ? true : undefined,
    );
  }

  read(target: Target): Promise<string> {
    return this.#with(target, (element) =>
      this.#session.send<string>('GET', `/element/${elementId(element)}/text`),
    );
  }

  async isAt(path: string): Promise<void> {
    await untilGiven(`at ${path}`, async () =>
      new URL(await this.#session.send<string>('GET', '/url')).pathname === path ? true : undefined,
    );
  }

  async resize(width: number, height: number): Promise<void> {
    // The window has a toolbar, of a height that depends on the machine's fonts, and takes its new size some time after the driver answered.
    let toolbar = 0;
    await untilGiven(`a window of ${width} x ${height} inside`, async () => {
      await this.#session.send('POST', '/window/rect', { width, height: height + toolbar });
      const inside = await this.#sizeAtRest();
      if (inside.width === width && inside.height === height) return true;
      toolbar = Math.max(0, toolbar + height - inside.height);
      return undefined;
    });
  }

  run<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R> {
    return this.#session.run(work as (argument: never) => R | Promise<R>, argument);
  }

  async load(script: string): Promise<void> {
    await this.#session.send('POST', '/execute/sync', {
      script: `(function () { ${script} }).call(window)`,
      args: [],
    });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#session.send<string>('GET', '/screenshot'), 'base64');
  }

  async close(): Promise<void> {
    await this.#session.end();
    await this.#onClose();
  }

  /** The size inside of the window once it has been the same for ten frames. */
  #sizeAtRest(): Promise<{ width: number; height: number }> {
    return this.run(async () => {
      let size = { width: innerWidth, height: innerHeight };
      for (let frames = 0; frames < 10; frames += 1) {
        await new Promise(requestAnimationFrame);
        if (innerWidth !== size.width || innerHeight !== size.height) frames = 0;
        size = { width: innerWidth, height: innerHeight };
      }
      return size;
    }, null);
  }

  /** The element, or null while it is not there. */
  async #find(target: Target): Promise<ElementReference | null> {
    const find = () =>
      this.#session.send<ElementReference | null | 'no queries'>('POST', '/execute/sync', {
        script: `return (${findInPage})(arguments[0])`,
        args: [sentTarget(target)],
      });
    const found = await find();
    if (found !== 'no queries') return found;
    // As a script that the page loads by itself it would be forbidden by the shop's content policy.
    await this.load(queries);
    return null;
  }

  /** Does something with the element once it is there; anew while the page changes under it, and while it gives false. */
  #with<T>(target: Target, act: (element: ElementReference) => Promise<T>): Promise<T> {
    let last: unknown;
    return untilGiven(words(target), async () => {
      try {
        const element = await this.#find(target);
        const given = element === null ? false : await act(element);
        return given === false ? undefined : { given: given as T };
      } catch (error) {
        if (!(error instanceof WebDriverError) || !passing.includes(error.code)) throw error;
        last = error;
        return undefined;
      }
    }).then(
      ({ given }) => given,
      (error: unknown) => {
        throw new Error(String(error), { cause: last });
      },
    );
  }
}
