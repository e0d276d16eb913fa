import { type ObjectStore, openObjects } from '@karigar/events';
import { TestS3 } from '@karigar/events/s3-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorShop, openOperatorShop } from './testing/operator-shop.ts';

let place: OperatorShop;
let s3: TestS3;
let objects: ObjectStore;
const picture = Buffer.from([7, 0, 255]);

beforeAll(async () => {
  [place, s3] = await Promise.all([openOperatorShop(), TestS3.start()]);
  objects = openObjects(s3.address('shop'), { credentials: s3.credentials });
  await objects.putNew('images/c3d4-400.avif', picture);
});
afterEach(() => s3.heal());
afterAll(async () => {
  await s3?.stop();
  await place?.stop();
});

const run = (args: readonly string[], changed: Readonly<Record<string, string>> = {}) =>
  place.run(args, { ...s3.environment('shop'), ...changed });
const namesIn = async (prefix: string) => {
  const names: string[] = [];
  for await (const name of objects.list(prefix)) names.push(name);
  return names;
};

describe('an export in the storage of objects', () => {
  it('comes back whole, with the pictures of the storage, also over answers that were lost', async () => {
    await s3.order({ effect: 'lost', method: 'PUT', key: '/exports/', times: 1 });
    const kept = await run(['export', '--to-objects', '--json', '--why', 'routine']);
    expect(kept).toMatchObject({ code: 0, err: '' });
    const { name, manifest } = kept.json<{ name: string; manifest: { counts: Record<string, number> } }>();
    expect(name).toMatch(/^[\w-]+\/\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z$/);
    expect(manifest.counts.picture).toBe(1);
    expect(await namesIn('exports/')).toEqual([`exports/${name}.json`, `exports/${name}/part-0001`]);

    const elsewhere = { ...s3.environment('restored'), REDIS_URL: place.empty.url };
    const copied = openObjects(s3.address('restored'), { credentials: s3.credentials });
    for (const object of await namesIn('exports/')) {
      const bytes = await objects.read(object);
      await copied.putNew(object, bytes ?? picture);
    }
    const unknown = await run(['import', '--from-objects', 'nothing', '--yes'], elsewhere);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining(name) });
    const imported = await run(['import', '--from-objects', name, '--yes'], elsewhere);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('Verified: no difference.');
    expect(Buffer.from((await copied.read('images/c3d4-400.avif')) ?? [])).toEqual(picture);
    expect((await run(['show', place.orderId], elsewhere)).code).toBe(0);
  });

  it('of which a part was changed is named before anything is written', async () => {
    const { name } = (await run(['export', '--to-objects', '--json'])).json<{ name: string }>();
    await objects.remove(`exports/${name}/part-0001`);
    const gone = await run(['import', '--from-objects', name, '--yes']);
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('part-0001 is missing') });
    await objects.putNew(`exports/${name}/part-0001`, picture);
    const changed = await run(['import', '--from-objects', name, '--yes']);
    expect(changed).toMatchObject({ code: 1, err: expect.stringContaining('part-0001 was changed') });
  });

  it('is none where the storage does not keep what it acknowledges, or is away', async () => {
    const before = await namesIn('exports/');
    await s3.order({ effect: 'unkept', method: 'PUT', key: '/part-' });
    const unkept = await run(['export', '--to-objects']);
    expect(unkept).toMatchObject({ code: 1, err: expect.stringContaining('does not give') });
    await s3.heal();
    expect(await namesIn('exports/')).toEqual(before);
    const away = await run(['export', '--to-objects'], { OBJECTS_URL: 'http://127.0.0.1:9/shop' });
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
  });

  it('is searched for what is left of a person, and named where it cannot be', async () => {
    const proof = await run(['erase', '--prove', '--name', place.orderId, '--json']);
    const { traces, notes } = proof.json<{ traces: { place: string }[]; notes: string[] }>();
    expect(traces.map((trace) => trace.place)).toContainEqual(expect.stringMatching(/^the export /));
    expect(notes).toContainEqual(expect.stringContaining('part-0001 was changed'));
  });
});

describe('settings of the storage', () => {
  it.each([
    [['export'], {}, 'Say where to'],
    [['import', '--yes'], {}, 'Say from where'],
    [['export', '--to-objects'], { OBJECTS_SECRET: 'another' }, 'check OBJECTS_KEY_ID'],
    [['export', '--to-objects'], { OBJECTS_URL: 's3://shop' }, 'OBJECTS_URL must look like'],
    [['export', '--to-objects'], { NODE_ENV: 'production' }, 'production refuses'],
  ] as [string[], Record<string, string>, string][])('%j with %j are refused', async (args, changed, why) => {
    expect(await run(args, changed)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
  });
});
