import type { CDPSession, Page } from '@playwright/test';
import { newBrowser } from '../../bff/src/push/testing/browser.ts';
import { startPushService } from '../../bff/src/push/testing/push-service.ts';
import { readyForOffline } from './fixtures/offline-test.ts';
import { expect, test } from './fixtures/test.ts';

/** What this test uses of the worker's global scope. */
interface WorkerScope extends EventTarget {
  clients: { openWindow(path: string): Promise<unknown> };
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

/** The registration of the page's service worker, as the browser's protocol names it. */
async function registrationId(devtools: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [registration] = registrations;
    if (registration !== undefined) resolve(registration.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  return promise;
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data,
    }));
  });

/** No push service can be reached from a test: the browser's own subscription is one at the service of the test. */
const subscribeAt = (page: Page, subscription: ReturnType<typeof newBrowser>['subscription']) =>
  page.addInitScript((given) => {
    let held: unknown = null;
    const stub = {
      endpoint: given.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => {
        held = null;
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => held as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      held = stub;
      return stub as unknown as PushSubscription;
    };
  }, subscription);

// The Chromium without windows refuses every notification.
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: process.env.WHOLE_CHROMIUM || '/usr/bin/chromium' },
});

test('whoever agrees after an order is told by a push when it is paid, and a tap opens the order', async ({
  api,
  context,
  customer,
  customerPage: page,
  order,
}) => {
  const service = await startPushService(Number(process.env.E2E_PUSH_PORT));
  try {
    const phone = newBrowser(`${service.url}/send/phone`);
    await context.grantPermissions(['notifications']);
    await subscribeAt(page, phone.subscription);
    const devtools = await context.newCDPSession(page);
    const registration = registrationId(devtools);
    await page.goto(`/dashboard/orders/${order._id}`);
    await readyForOffline(page);
    await page.getByRole('button', { name: 'Notify me about this order' }).click();
    await expect(page.getByText('Notifications are on for this device.')).toBeVisible();

    await api.pay(customer, order._id);
    await expect.poll(() => service.taken.length, { timeout: 30_000 }).toBe(1);
    const text = phone.read(service.taken[0]?.body ?? Buffer.alloc(0));
    const push = { origin: new URL(page.url()).origin, registrationId: await registration };
    await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data: text });
    const called = `K-${order.number}`;
    await expect
      .poll(() => shown(page))
      .toMatchObject([
        { title: `Your order ${called} is paid`, data: { path: `/dashboard/orders/${called}` } },
      ]);
    // The same again takes its place; what nobody can read is shown all the same.
    await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data: text });
    await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data: 'no JSON' });
    await expect
      .poll(async () => (await shown(page)).map(({ title }) => title).sort())
      .toEqual(['You have a new notification', `Your order ${called} is paid`]);

    // The protocol has no tap on a notification, and a browser opens a window after a real one only: the handler hears of one, and what it
    // opens is looked at without a network.
    const [worker] = context.serviceWorkers();
    const opened = await worker?.evaluate(async () => {
      const scope = globalThis as unknown as WorkerScope;
      const paths: string[] = [];
      scope.clients.openWindow = async (path) => paths.push(path);
      const notifications = await scope.registration.getNotifications();
      for (const notification of notifications.filter((one) => one.tag !== 'news'))
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
      while (paths.length === 0) await new Promise((done) => setTimeout(done, 10));
      return paths;
    });
    expect(opened).toEqual([`/dashboard/orders/${called}`]);
    expect((await shown(page)).map(({ title }) => title)).toEqual(['You have a new notification']);
    await context.setOffline(true);
    await page.goto(opened?.[0] ?? '');
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(called) })).toBeVisible();
  } finally {
    await service.stop();
  }
});
