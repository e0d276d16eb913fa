import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder } from 'selenium-webdriver';
import { type Child, startChild } from '../../../infra/src/stack/child.ts';
import { freePort } from '../../../infra/src/stack/free-port.ts';
import { answersPort, waitUntil } from '../../../infra/src/stack/start-part.ts';
import { WebDriverTab } from './webdriver-tab.ts';

/** Debian's WebKitGTK browser, which the package of WebKitWebDriver brings. */
const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** The buttons of its toolbar would keep a window wider than a phone's. */
const slimToolbar = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; }';

/** WebKit from Debian on a screen that nobody sees. */
export class WebKit {
  readonly #folder: string;
  readonly #screen: Child;
  readonly #display: string;

  private constructor(folder: string, screen: Child, display: string) {
    this.#folder = folder;
    this.#screen = screen;
    this.#display = display;
  }

  /** Starts the screen. Throws a StackFault where that fails. */
  static async start(): Promise<WebKit> {
    const folder = await mkdtemp(join(tmpdir(), 'karigar-webkit-'));
    await mkdir(join(folder, 'gtk-3.0'));
    await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), slimToolbar);
    let display = '';
    const screen = startChild({
      name: 'Xvfb',
      command: 'Xvfb',
      // It chooses a number that is free, and prints it.
      args: ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'],
      cwd: folder,
      env: process.env,
      logFile: join(folder, 'xvfb.log'),
      onLine: (line) => {
        if (/^\d+$/.test(line)) display = `:${line}`;
      },
    });
    await waitUntil(screen, async () => display !== '', 30_000);
    return new WebKit(folder, screen, display);
  }

  /** Opens a tab in a browser of its own, for the shop at this address. */
  async openTab(shop: string): Promise<WebDriverTab> {
    const port = await freePort();
    // A driver holds one session.
    const driver = startChild({
      name: 'WebKitWebDriver',
      command: 'WebKitWebDriver',
      args: [`--port=${port}`],
      cwd: this.#folder,
      env: { ...process.env, DISPLAY: this.#display, XDG_CONFIG_HOME: this.#folder },
      logFile: join(this.#folder, 'driver.log'),
    });
    await waitUntil(driver, () => answersPort(port), 30_000);
    const session = new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
        // The driver's own half a minute is too short for axe on a busy machine; the test has a limit itself.
        timeouts: { script: 300_000 },
      })
      .build();
    await session.getSession();
    return new WebDriverTab(session, shop, () => driver.stop());
  }

  /** Ends the screen and removes what was written. */
  async stop(): Promise<void> {
    await this.#screen.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
