import { afterAll, describe, expect, it } from 'vitest';
import type { Person } from '../identity/person.ts';
import { type ErasureParts, erasePerson } from './erase-person.ts';
import { finishErasures } from './open-erasure.ts';
import { ErasureShop, type Process, profile } from './testing/erasure-shop.ts';

const shop = await ErasureShop.start();
afterAll(() => shop.stop());

/** The writes of an erasure, in their order; up to `declared` the person is there, from then on they are not. */
const steps = ['noted', 'unpaid', 'declared', 'key', 'found', 'profile', 'user', 'account', 'done'] as const;
type Step = (typeof steps)[number];
type When = 'before' | 'after';

class Killed extends Error {}

/** Parts of a process that ends right before or after one of its writes: nothing that it would do next happens any more. */
function dyingAt(parts: Process, step: Step, when: When): ErasureParts {
  let dead = false;
  /** An object whose `name` is the step; once the process is dead none of the `others` does anything either. */
  const dying = <T extends object>(target: T, writes: Partial<Record<keyof T, Step>>): T =>
    new Proxy(target, {
      get(real, name) {
        const method = Reflect.get(real, name) as unknown;
        const own = writes[name as keyof T];
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          if (dead) throw new Killed();
          if (own !== step) return method.apply(real, args);
          dead = true;
          if (when === 'after') await method.apply(real, args);
          throw new Killed();
        };
      },
    });
  const log = dying(parts.log, { erasePerson: 'declared', remove: 'unpaid' });
  return {
    ...parts,
    // The lease of a killed process ends by itself, which nobody waits for here.
    log: Object.assign(Object.create(log), { redis: parts.log.redis }),
    payments: { ...parts.payments, log },
    personal: dying(parts.personal, { erase: 'key' }),
    customers: dying(parts.customers, { remove: 'found' }),
    profiles: dying(parts.profiles, { remove: 'profile' }),
    users: dying(parts.users, { remove: 'user' }),
    identity: dying(parts.identity, { removeAccount: 'account' }),
    pending: dying(parts.pending, { put: 'noted', remove: 'done' }),
  };
}

async function customer(): Promise<Person> {
  const person = await shop.person();
  await shop.pay(await shop.place(person));
  await shop.place(person);
  return person;
}

const cases = steps.flatMap((step) => (['before', 'after'] as const).map((when) => ({ step, when })));

describe.each(cases)('a shop that is killed $when the step "$step" of an erasure', ({ step, when }) => {
  it('is believed as the log says, and finishes it at its next start', async () => {
    const person = await customer();
    const dying = dyingAt(await shop.process(), step, when);
    await erasePerson(dying, person.uid, { actor: `user:${person.uid}`, correlationId: 'test' }).catch(
      (error: unknown) => expect(error).toBeInstanceOf(Killed),
    );
    const isDeclared = (await shop.shop.log.erasedPersons()).includes(person.uid);
    const at = steps.indexOf(step) - steps.indexOf('declared');
    expect(isDeclared).toBe(at > 0 || (at === 0 && when === 'after'));
    const left = await shop.left(person);
    // Before the word of the log nothing of the person is gone.
    if (!isDeclared) expect(left).toEqual(expect.arrayContaining(['key', 'user', 'profile', 'account']));
    const isNoted = left.includes('pending');
    expect(isNoted).toBe(!(step === 'noted' && when === 'before') && !(step === 'done' && when === 'after'));

    const parts = await shop.process();
    await shop.server(parts);
    // The start itself knows who is erased: nobody is served before.
    expect(parts.erased.has(person.uid)).toBe(isDeclared);
    if (isDeclared) expect(await shop.keys.find(person.uid)).toBe('erased');
    const end = isNoted || isDeclared ? [] : left;
    await expect.poll(() => shop.left(person)).toEqual(end);
  });
});

describe('an erasure that waits for invoices', () => {
  const years = 10;
  const askedBy = ({ uid }: Person) => ({ actor: `user:${uid}`, correlationId: 'test' });

  it('says until when, and happens by itself on that day', async () => {
    const person = await customer();
    const { orders } = await shop.shop.log.orders({ uids: [person.uid], states: ['shipped'], limit: 1 });
    const due = new Date(orders[0]?.paidAt ?? 0);
    due.setUTCFullYear(due.getUTCFullYear() + years);
    const parts = await shop.process(years);
    expect(await erasePerson(parts, person.uid, askedBy(person))).toBe(due.getTime());
    expect(await erasePerson(parts, person.uid, askedBy(person))).toBe(due.getTime());
    expect(await shop.left(person)).toContain('key');
    const today = shop.time;
    shop.time = due.getTime() - 1;
    await finishErasures(await shop.process(years));
    expect(await shop.left(person)).toContain('key');
    shop.time = due.getTime();
    await shop.server(await shop.process(years));
    await expect.poll(() => shop.left(person)).toEqual([]);
    shop.time = today;
  });

  it('waits longer when something was paid meanwhile', async () => {
    const person = await customer();
    const parts = await shop.process(years);
    await erasePerson(parts, person.uid, askedBy(person));
    const first = await parts.pending.find(person.uid);
    await shop.pay(await shop.place(person));
    const today = shop.time;
    shop.time = first?.dueAt ?? 0;
    await finishErasures(parts);
    expect((await parts.pending.find(person.uid))?.dueAt).toBeGreaterThan(first?.dueAt ?? 0);
    expect(await shop.left(person)).toContain('key');
    shop.time = today;
  });

  it('does not wait when nothing was paid', async () => {
    const person = await shop.person();
    await shop.place(person);
    expect(await erasePerson(await shop.process(years), person.uid, askedBy(person))).toBeNull();
    expect(await shop.left(person)).toEqual([]);
  });

  it('waits for what is paid and not shipped on its day, and goes on once that is shipped', async () => {
    const person = await customer();
    const parts = await shop.process(years);
    await erasePerson(parts, person.uid, askedBy(person));
    const open = await shop.place(person);
    await shop.pay(open, { ship: false });
    const entry = await parts.pending.find(person.uid);
    if (entry === null) throw new Error('It waits');
    await parts.pending.put(person.uid, { ...entry, dueAt: shop.time });
    const now = await shop.process();
    shop.faults.length = 0;
    await finishErasures(now);
    expect(shop.faults).toEqual([]);
    expect(await shop.left(person)).toContain('key');
    await shop.shop.log.ship({ orderId: open, actor: 'system:test', correlationId: 'test' });
    await shop.server(now);
    await expect.poll(() => shop.left(person)).toEqual([]);
  });
});

describe('an erasure that two servers finish at the same moment', () => {
  it('is said once by the log, and leaves nothing', async () => {
    const person = await customer();
    const [one, other] = [await shop.process(), await shop.process()];
    const entry = { askedAt: shop.time, dueAt: shop.time, by: `user:${person.uid}`, accounts: [person.uid] };
    await one.pending.put(person.uid, entry);
    shop.faults.length = 0;
    await Promise.all([one, other, one].map((process) => finishErasures(process)));
    expect(shop.faults).toEqual([]);
    expect(await shop.left(person)).toEqual([]);
    let said = 0;
    for await (const { type, subject } of shop.shop.log.tail(0, AbortSignal.timeout(60_000), false))
      if (type === 'person.erased' && subject === person.uid) said += 1;
    expect(said).toBe(1);
  });
});

describe('a log from before an erasure', () => {
  it('has it again from the key store, whose list lies outside the log', async () => {
    const person = await customer();
    await shop.keys.erase(person.uid);
    const parts = await shop.process();
    await shop.server(parts);
    expect(parts.erased.has(person.uid)).toBe(true);
    await expect.poll(() => shop.left(person)).toEqual([]);
    expect((await shop.shop.log.orders({ uids: [person.uid], states: ['unpaid'], limit: 1 })).total).toBe(0);
  });
});

describe('what was being written in the moment of an erasure', () => {
  it('is removed at the next start', async () => {
    const person = await shop.person();
    const late = await shop.process();
    // Another process, which has not heard of it yet, still knows the key.
    await late.profiles.save(person, { ...profile, phone: '1' });
    await erasePerson(await shop.process(), person.uid, {
      actor: `user:${person.uid}`,
      correlationId: 'test',
    });
    await late.profiles.save(person, { ...profile, phone: '2' });
    expect(await shop.left(person)).toEqual(['profile']);
    await shop.server();
    await expect.poll(() => shop.left(person)).toEqual([]);
  });
});

describe('a process that hears of an erasure', () => {
  it('refuses the person at once, and goes on until their key is destroyed', async () => {
    const person = await customer();
    const { orders } = await shop.shop.log.orders({ uids: [person.uid], states: ['unpaid'], limit: 1 });
    await shop.shop.remove(orders[0]?.id ?? '');
    const parts = await shop.process();
    let isAway = true;
    const erase = async (uid: string) => {
      if (isAway) throw new Error('The disk of the keys does not answer');
      await parts.personal.erase(uid);
    };
    const server = await shop.server({ ...parts, personal: { ...parts.personal, erase } });
    await shop.shop.log.erasePerson({ uid: person.uid, actor: 'system:test', correlationId: 'test' });
    await expect(server.heard(person.uid)).rejects.toThrow('does not answer');
    expect(parts.erased.has(person.uid)).toBe(true);
    isAway = false;
    server.look();
    await expect.poll(() => shop.keys.find(person.uid)).toBe('erased');
  });
});
