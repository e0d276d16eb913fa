import { openObjects } from '../open-objects.ts';

// A process that puts many names into a storage of objects and prints those that it was the first to give.
const [address = '', mine = ''] = process.argv.slice(2);
const store = openObjects(address, { credentials: null });
const bytes = new TextEncoder().encode(mine.repeat(10_000));
const kept: string[] = [];
for (let at = 0; at < 40; at += 1) if (await store.putNew(`many/${at}`, bytes)) kept.push(`many/${at}`);
process.stdout.write(JSON.stringify(kept));
