import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { By, Key, error as refusals, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findInPage, sentTarget } from './page-finder.ts';
import type { Tab, Target } from './tab.ts';

const queries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/** What the driver says while a page changes under its hands, or something moves, or lies over what is wanted. */
const passing = [
  refusals.ElementClickInterceptedError,
  refusals.ElementNotInteractableError,
  refusals.JavascriptError,
  refusals.NoSuchElementError,
  refusals.StaleElementReferenceError,
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
  readonly #driver: WebDriver;
  readonly #shop: string;
  readonly #onClose: () => Promise<void>;

  /** A tab in a session that begins; `shop` is the address before each path, `onClose` ends what belongs to the session. */
  constructor(driver: WebDriver, shop: string, onClose: () => Promise<void>) {
    this.#driver = driver;
    this.#shop = shop;
    this.#onClose = onClose;
  }

  open(path: string): Promise<void> {
    return this.#driver.get(new URL(path, this.#shop).href);
  }

  reload(): Promise<void> {
    return this.#driver.navigate().refresh();
  }

  async click(target: Target): Promise<void> {
    await this.#with(target, async (element) => {
      if (!(await this.run(isReadyToClick, element))) return false;
      await element.click();
      return true;
    });
  }

  async type(target: Target, text: string): Promise<void> {
    // The second Control lets go of it.
    const all = `${Key.CONTROL}a${Key.CONTROL}`;
    await this.#with(target, (element) => element.sendKeys(`${all}${Key.DELETE}${text}`));
  }

  async choose(target: Target, option: string): Promise<void> {
    await this.#with(target, (list) =>
      list.findElement(By.xpath(`.//option[normalize-space() = "${option}"]`)).click(),
    );
  }

  async upload(path: string): Promise<void> {
    const field = await untilGiven('a field for files', async () => {
      const [found] = await this.#driver.findElements(By.css('input[type="file"]'));
      return found;
    });
    await field.sendKeys(resolve(path));
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
    return this.#with(target, (element) => element.getText());
  }

  async isAt(path: string): Promise<void> {
    await untilGiven(`at ${path}`, async () =>
      new URL(await this.#driver.getCurrentUrl()).pathname === path ? true : undefined,
    );
  }

  async resize(width: number, height: number): Promise<void> {
    // The window has a toolbar, of a height that depends on the machine's fonts, and takes its new size some time after the driver answered.
    let toolbar = 0;
    await untilGiven(`a window of ${width} x ${height} inside`, async () => {
      await this.#driver
        .manage()
        .window()
        .setRect({ width, height: height + toolbar });
      const inside = await this.#sizeAtRest();
      if (inside.width === width && inside.height === height) return true;
      toolbar = Math.max(0, toolbar + height - inside.height);
      return undefined;
    });
  }

  async run<A, R>(work: (argument: A) => R | Promise<R>, argument: A | WebElement): Promise<R> {
    const script = `const done = arguments[1];
      Promise.resolve(arguments[0]).then(${work}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const given = await this.#driver.executeAsyncScript<{ value: R; error?: string }>(script, argument);
    if (given.error !== undefined) throw new Error(given.error);
    return given.value;
  }

  async load(script: string): Promise<void> {
    await this.#driver.executeScript(`(function () { ${script} }).call(window)`);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64');
  }

  async close(): Promise<void> {
    await this.#driver.quit();
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
  async #find(target: Target): Promise<WebElement | null> {
    const found = await this.#driver.executeScript<WebElement | null | 'no queries'>(
      `return (${findInPage})(arguments[0])`,
      sentTarget(target),
    );
    if (found !== 'no queries') return found;
    // As a script that the page loads by itself it would be forbidden by the shop's content policy.
    await this.load(queries);
    return null;
  }

  /** Does something with the element once it is there; anew while the page changes under it, and while it gives false. */
  #with<T>(target: Target, act: (element: WebElement) => Promise<T>): Promise<T> {
    let last: unknown;
    return untilGiven(words(target), async () => {
      try {
        const element = await this.#find(target);
        const given = element === null ? false : await act(element);
        return given === false ? undefined : { given: given as T };
      } catch (error) {
        if (!passing.some((kind) => error instanceof kind)) throw error;
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

/** Repeats `attempt` every 50 ms while it gives undefined, for 30 s at most; then throws an Error that names `what`. */
async function untilGiven<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 30_000;
  do {
    const given = await attempt();
    if (given !== undefined) return given;
    await pause(50);
  } while (Date.now() < end);
  throw new Error(`Not within 30 s: ${what}`);
}
