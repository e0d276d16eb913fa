import { onTestFinished, vi } from 'vitest';

/** What a test says of the browser's notifications. */
export interface BrowserPush {
  permission: NotificationPermission;
  /** What the person answers when the browser asks. */
  answer: NotificationPermission;
  /** The address of the subscription; null while there is none. */
  endpoint: string | null;
  /** The shop's key that it was made with; null where the browser does not say. */
  key: ArrayBuffer | null;
  /** Notifications on the screen that were closed. */
  closed: number;
  /** How often the browser has asked. */
  asked: number;
}

/** Gives the page a browser with notifications, as no test browser without a push service has them. Ends with `vi.unstubAllGlobals`. */
export function stubBrowserPush(given: Partial<BrowserPush> = {}): BrowserPush {
  const browser: BrowserPush = {
    permission: 'default',
    answer: 'granted',
    endpoint: null,
    key: null,
    closed: 0,
    asked: 0,
    ...given,
  };
  const subscription = () => ({
    endpoint: browser.endpoint,
    options: { applicationServerKey: browser.key },
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.endpoint = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (browser.endpoint === null ? null : subscription()),
    subscribe: async () => {
      browser.endpoint = 'https://push.example/1';
      browser.key = null;
      return subscription();
    },
  };
  const shown = {
    close: () => {
      browser.closed += 1;
    },
  };
  const registration = { pushManager, getNotifications: async () => [shown] };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  const serviceWorker = {
    getRegistration: async () => registration,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return browser;
}
