import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { auditPage } from '../audit.ts';
import { newPerson } from '../payments/testing/test-shop.ts';
import { openCatalogue } from '../tools/catalogue.ts';
import { openOperatorShop } from './testing/operator-shop.ts';
import { runOperatorProcess } from './testing/run-operator.ts';

const place = await openOperatorShop();
afterAll(() => place.stop());

const header = 'name,price,minOrderQuantity,availableQuantity,description,image,alt,category';
const newRow = (name: string, stock = 25) =>
  `${name},9,5,${stock},Of good steel,/images/a1b2-800.webp,,Files`;
let files = 0;

async function fileOf(...lines: string[]): Promise<string> {
  files += 1;
  const file = join(place.dir, `tools-${files}.csv`);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function toolsNow() {
  const { log } = place.shop;
  const catalogue = openCatalogue({ log, timeoutMs: 30_000 });
  try {
    return (await catalogue.snapshot()).tools;
  } finally {
    catalogue.close();
  }
}
const named = async (name: string) => (await toolsNow()).filter((tool) => tool.name === name);
const auditOf = async (id: string) => {
  const { entries } = await auditPage(place.shop.log.redis, { search: id, limit: 20 });
  return entries.map(({ kind, actor }) => [kind, actor]);
};

describe('tools export', () => {
  it('writes a file that changes nothing when it is read back, and never over another', async () => {
    const file = join(place.dir, 'all.csv');
    const written = await place.run(['tools', 'export', file]);
    expect(written).toMatchObject({ code: 0, err: '' });
    const again = await place.run(['tools', 'import', file]);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain(
      `0 tools would be added, 0 would be changed; ${(await toolsNow()).length} already`,
    );
    const refused = await place.run(['tools', 'export', file]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Give another name.') });
    expect((await place.run(['tools', 'read', 'x.csv'])).err).toContain('tools import <file>');
    expect((await readFile(file, 'utf8')).split('\n')[0]).toContain('_id,name,price');
  });
});

describe('tools import', () => {
  it('says what it would do, and does it with --yes: fields, stock, audit and a note', async () => {
    const id = await place.shop.newTool(30);
    const [before] = (await toolsNow()).filter((tool) => tool._id === id);
    const changed = `${before?.name},14,1,12,${before?.description},${before?.image},A hammer,Hammers`;
    const file = await fileOf(
      `_id,${header}`,
      `${id},${changed}`,
      `,${newRow('Mill File')}`,
      `,${newRow('Rasp', 7)}`,
    );
    const dry = await place.run(['tools', 'import', file]);
    expect(dry).toMatchObject({ code: 1, err: '' });
    expect(dry.out).toContain(
      `CHANGE   line 2 "${before?.name}": price ${before?.price} -> 14, availableQuantity 30 -> 12, category "" -> "Hammers", alt "" -> "A hammer"`,
    );
    expect(dry.out).toContain('ADD      line 3 "Mill File"');
    expect(dry.out).toContain('2 tools would be added, 1 would be changed; 0 already as the file says.');
    expect(await named('Mill File')).toEqual([]);

    const done = await place.run(['tools', 'import', file, '--yes', '--why', 'prices', '--who', 'anna']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain('2 tools added, 1 changed');
    const all = await toolsNow();
    expect(all.find((tool) => tool._id === id)).toMatchObject({
      ...{ price: 14, availableQuantity: 12, alt: 'A hammer', category: 'Hammers', rev: 2 },
    });
    const [mill, rasp] = ['Mill File', 'Rasp'].map((name) => all.findIndex((tool) => tool.name === name));
    expect(all[mill ?? -1]).toMatchObject({ price: 9, availableQuantity: 25, category: 'Files', rev: 1 });
    expect(mill).toBeLessThan(rasp ?? -1);
    expect(await auditOf(id)).toEqual([['tool.changed', 'ops:anna']]);
    const notes = await place.run(['notes', '--kind', 'tools', '--json']);
    expect(notes.json<object[]>()[0]).toMatchObject({
      ...{ kind: 'tools', who: 'ops:anna', why: 'prices', detail: { added: 2, changed: 1 } },
    });

    const again = await place.run(['tools', 'import', file, '--yes']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('0 tools added, 0 changed; 3 already as the file says.');
    expect(await named('Mill File')).toHaveLength(1);
  });

  it('writes nothing of a file with a fault, and names each with line, column and what to do', async () => {
    const file = await fileOf(
      header,
      newRow('Good Chisel'),
      'Bad Chisel,12.5,0,3,Of steel,ftp://x,,',
      'short',
    );
    const refused = await place.run(['tools', 'import', file, '--yes']);
    expect(refused).toMatchObject({ code: 1, err: '' });
    expect(refused.out.split('\n')).toEqual([
      'FAULT    line 3 "Bad Chisel", price: Price is a whole number, from 1 to 1,000,000; the cell says "12.5"',
      'FAULT    line 3 "Bad Chisel", minOrderQuantity: Minimum order quantity is a whole number from 1; the cell says "0"',
      'FAULT    line 3 "Bad Chisel", image: Send an address that begins with /images/ or https://; the cell says "ftp://x"',
      'FAULT    line 4: This row has one cell, the first line 8: put text that holds a separator between quotation marks',
      'Faults: 4. Nothing was written: correct the file and start again.',
      '',
    ]);
    expect(await named('Good Chisel')).toEqual([]);
    const json = await place.run(['tools', 'import', file, '--json']);
    expect(json.json()).toMatchObject({ applied: false, faults: [{ line: 3, column: 'price' }, {}, {}, {}] });
  });

  it('refuses what is no file, and one that is too large', async () => {
    expect((await place.run(['tools', 'import', place.dir])).err).toContain('Give the name of a file.');
    expect((await place.run(['tools', 'import', join(place.dir, 'none.csv')])).err).toContain('name right?');
    const large = await fileOf(header, 'x'.repeat(10_000_001));
    expect((await place.run(['tools', 'import', large])).err).toContain('at most 10.0 MB are read');
  });

  it('goes on where it was cut off, while customers buy, and adds no tool twice, of 245 in under a minute', async () => {
    const names = Array.from({ length: 245 }, (_, n) => `Gauge ${n + 1}`);
    const rows = names.map((name) => newRow(name));
    // What an import leaves that was cut off: it works from the last row to the first.
    const first = await place.run(['tools', 'import', await fileOf(header, ...rows.slice(200)), '--yes']);
    expect(first.out).toContain('45 tools added');
    const [bought] = await named('Gauge 245');
    await place.shop.newOrder(bought?._id ?? '', newPerson(), 5);

    const file = await fileOf(header, ...rows);
    const started = performance.now();
    const both = await Promise.all([1, 2].map(() => place.run(['tools', 'import', file, '--yes'])));
    expect(performance.now() - started).toBeLessThan(60_000);
    // The other one is told that an import is at work, or comes after it and finds nothing to do.
    expect(both.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    for (const { code, err } of both)
      if (code !== 0) expect(err).toContain('Another import is being applied');
    const gauges = (await toolsNow()).filter(({ name }) => name.startsWith('Gauge '));
    expect(gauges.map(({ name }) => name)).toEqual(names);
    expect(gauges.at(-1)).toMatchObject({ availableQuantity: 20 });
  });

  it('ends after the row at hand when it is stopped, and says how to go on', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => newRow(`Shim ${n + 1}`));
    const stop = new AbortController();
    const running = runOperatorProcess(
      ['tools', 'import', await fileOf(header, ...rows), '--yes'],
      place.variables(),
      stop.signal,
    );
    await expect.poll(() => named('Shim 5000'), { timeout: 200_000 }).toHaveLength(1);
    stop.abort();
    const stopped = await running;
    expect(stopped.code).toBe(130);
    const [, done] =
      /^Stopped\. (\d+) of 5000 tools are done\. Start the same command again/.exec(stopped.err) ?? [];
    const shims = (await toolsNow()).filter(({ name }) => name.startsWith('Shim '));
    expect(shims).toHaveLength(Number(done));
  });
});
