import { logIn } from './fixtures/pages/login-page.ts';
import { sendOrderForm } from './fixtures/pages/purchase-page.ts';
import { expect, test } from './fixtures/test.ts';

/** What browsers do where they let a page store nothing; run in the page, before its first script. */
const refusals = {
  'all storage is blocked': () => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    LockManager.prototype.request = async () => refuse();
    CacheStorage.prototype.match = async () => refuse();
    ServiceWorkerContainer.prototype.register = async () => refuse();
  },
  'there is no IndexedDB': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'IndexedDB throws': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  },
  'IndexedDB does not answer': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  'IndexedDB reports an error': () => {
    const { open } = IDBFactory.prototype;
    // A version that no database can have back: the browser itself reports the error.
    IDBFactory.prototype.open = function (name) {
      const request = open.call(this, `${name}-broken`, 2);
      request.addEventListener('upgradeneeded', () => request.transaction?.abort());
      return request;
    };
  },
  'localStorage is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
    };
  },
} satisfies Record<string, () => void>;

for (const [how, refuse] of Object.entries(refusals)) {
  test(`people sign in and order where ${how}`, async ({ page, customer, tool }) => {
    await page.addInitScript(refuse);
    await page.goto(`/purchase/${tool._id}`);
    await logIn(page, customer);
    await sendOrderForm(page);
    await expect(page.getByText('You Place the order successfully.')).toBeVisible();
    if (how !== 'localStorage is full')
      await expect(page.locator('[data-notice=storage]')).toContainText('nothing is kept on this device');
    await page.getByRole('link', { name: 'My Orders' }).first().click();
    await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(page.getByRole('link', { name: 'Purchase Now' }).first()).toBeVisible();
  });
}
