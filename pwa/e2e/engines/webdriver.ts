import { setTimeout as pause } from 'node:timers/promises';

/** A refusal of the driver; `code` is WebDriver's, such as 'stale element reference'. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = 'WebDriverError';
    this.code = code;
  }
}

/** An element of the page as WebDriver names it. */
export type ElementReference = { 'element-6066-11e4-a52e-4f735466cecf': string };

/** The id of an element, for addresses. */
export const elementId = (element: ElementReference): string =>
  element['element-6066-11e4-a52e-4f735466cecf'];

/** One session of a WebDriver server (https://www.w3.org/TR/webdriver2/): a browser with one window. */
export class WebDriverSession {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /** Starts a browser with these capabilities at the driver's address. Throws WebDriverError. */
  static async start(driver: string, capabilities: Record<string, unknown>): Promise<WebDriverSession> {
    const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, {
      capabilities: { alwaysMatch: capabilities },
    });
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  /** Sends a command to `path` below the session and gives its value. Throws WebDriverError. */
  send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<T> {
    return call<T>(method, this.#url + path, method === 'POST' ? body : undefined);
  }

  /** Runs a function inside the page, with JSON or elements as its argument, and waits for its promise. */
  async run<R>(work: (argument: never) => R | Promise<R>, argument: unknown): Promise<R> {
    const script = `const done = arguments[1];
      Promise.resolve(arguments[0]).then(${work}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.send<{ value: R; error?: string }>('POST', '/execute/async', {
      script,
      args: [argument],
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Ends the session and its browser. */
  end(): Promise<void> {
    return this.send('DELETE', '');
  }
}

async function call<T>(method: string, url: string, body: object | undefined): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value as T;
  const { error, message } = value as { error: string; message: string };
  throw new WebDriverError(error, message);
}

/** Repeats `attempt` every 50 ms while it gives undefined, for 30 s at most; then throws an Error that names `what`. */
export async function untilGiven<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 30_000;
  do {
    const given = await attempt();
    if (given !== undefined) return given;
    await pause(50);
  } while (Date.now() < end);
  throw new Error(`Not within 30 s: ${what}`);
}
