import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { redisKeys } from '@karigar/events';
import { afterAll, expect, it } from 'vitest';
import { customersFollower } from './customer-index.ts';
import { termLength } from './customer-terms.ts';
import { IndexShop } from './testing/index-shop.ts';

// Processes take their time to start on a machine that has other work.

const program = fileURLToPath(new URL('./testing/index-process.ts', import.meta.url));
const processes = new Set<ChildProcess>();

const shop = await IndexShop.start();
afterAll(async () => {
  await Promise.all([...processes].map(kill));
  await shop.stop();
});

/** Starts a process that keeps the index, and waits until it does. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, shop.redis.url, shop.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.add(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  processes.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** What the index holds of each customer. */
async function held(): Promise<Map<string, string[]>> {
  const members = await shop.log.redis.run((connection) =>
    connection.zRange(redisKeys.follower(customersFollower, 'index'), 0, -1),
  );
  return Map.groupBy(members, (member) => member.slice(termLength));
}

/** Whom the index has let go. */
async function marked(): Promise<string[]> {
  const stored = await shop.log.redis.run((connection) =>
    connection.hGetAll(redisKeys.follower(customersFollower, 'terms')),
  );
  return Object.keys(stored).filter((uid) => stored[uid] === '-');
}

it('is whole however often its processes are killed, frozen and started, and holds nobody who is erased', async () => {
  const people = Array.from({ length: 150 }, (_, at) => ({
    uid: `u${at}`,
    email: `customer${at}@example.com`,
    name: `Family${at % 7} Given${at}`,
  }));
  const isErased = ({ uid }: { uid: string }) => Number(uid.slice(1)) % 5 === 4;
  const customers = (async () => {
    for (const person of people) {
      const { uid, email, name } = person;
      await shop.order(uid, email, name);
      await shop.order(uid, email, `${name} Second`);
      // The key goes later, as when the process dies that erases.
      if (isErased(person)) await shop.erase(uid, { keepKey: true });
    }
  })();
  const gone = new Set<string>();
  let open = true;
  void customers.finally(() => {
    open = false;
  });
  for (let round = 0; open || round < 6 || gone.size === 0; round += 1) {
    const [one, other] = await Promise.all([start(), start()]);
    await delay(Math.random() * 150);
    one.kill('SIGSTOP');
    // Longer than its lease: the other one takes over.
    await delay(350 + Math.random() * 200);
    one.kill('SIGCONT');
    await delay(Math.random() * 50);
    await Promise.all([kill(one), kill(other)]);
    // Every other time as a process leaves it that dies before it moves the cursor.
    if (round % 2 === 1) await shop.turnBack();
    for (const uid of await marked()) gone.add(uid);
    const found = await held();
    expect([...gone].filter((uid) => found.has(uid))).toEqual([]);
  }
  await customers;
  await start();
  await expect.poll(() => shop.behind(), { timeout: 60_000 }).toBe(0);
  const found = await held();
  for (const person of people) {
    const own = shop.index.termsOf({ email: person.email, name: person.name });
    const second = shop.index.termsOf({ email: person.email, name: `${person.name} Second` });
    const expected = isErased(person)
      ? []
      : [...new Set([...own, ...second])].map((term) => term + person.uid);
    expect([person.uid, (found.get(person.uid) ?? []).toSorted()]).toEqual([person.uid, expected.toSorted()]);
  }
});
