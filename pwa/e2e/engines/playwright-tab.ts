import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Tab, Target } from './tab.ts';

/** A tab that Playwright drives: Chromium and Firefox. It has a browser profile of its own, which ends with it. */
export class PlaywrightTab implements Tab {
  readonly #context: BrowserContext;
  readonly #page: Page;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  /** Opens a tab in a profile. */
  static async in(context: BrowserContext): Promise<PlaywrightTab> {
    return new PlaywrightTab(context, await context.newPage());
  }

  async open(path: string): Promise<void> {
    await this.#page.goto(path);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  async click(target: Target): Promise<void> {
    await this.#find(target).click();
  }

  async type(target: Target, text: string): Promise<void> {
    const field = this.#find(target);
    await field.press('ControlOrMeta+a');
    await field.press('Delete');
    await field.pressSequentially(text);
  }

  async choose(target: Target, option: string): Promise<void> {
    await this.#find(target).selectOption({ label: option });
  }

  upload(path: string): Promise<void> {
    return this.#page.locator('input[type="file"]').setInputFiles(path);
  }

  async sees(target: Target): Promise<void> {
    await expect(this.#find(target)).toBeVisible();
  }

  async misses(target: Target): Promise<void> {
    await expect(this.#find(target)).toHaveCount(0);
  }

  read(target: Target): Promise<string> {
    return this.#find(target).innerText();
  }

  async isAt(path: string): Promise<void> {
    await expect(this.#page).toHaveURL(({ pathname }) => pathname === path);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewportSize({ width, height });
  }

  run<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R> {
    return this.#page.evaluate(work as (argument: unknown) => R | Promise<R>, argument);
  }

  async load(script: string): Promise<void> {
    await this.#page.evaluate(`(function () { ${script} }).call(window)`);
  }

  screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  #find(target: Target): Locator {
    const from = target.inside === undefined ? this.#page : this.#find(target.inside);
    return this.#among(from, target).filter({ visible: true }).first();
  }

  #among(from: Page | Locator, target: Target): Locator {
    if (target.by === 'text') return from.getByText(target.words, { exact: true });
    if (target.by === 'label') return from.getByLabel(target.words, { exact: true });
    return from.getByRole(target.role, target.words === undefined ? {} : { name: target.words, exact: true });
  }
}
