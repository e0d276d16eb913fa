import { dataKeyFrom } from '../data-key.ts';
import { openFileKeyStore } from '../file-key-store.ts';

/** A process of its own that opens the store and prints the person's key: `make-key.ts <folder> <DATA_KEY> <uid>`. */
const [root = '', dataKey = '', uid = ''] = process.argv.slice(2);
const current = dataKeyFrom(dataKey);
if (current === null) throw new Error('no DATA_KEY');
const store = await openFileKeyStore(root, { current, former: null });
const key = await store.keyFor(uid);
process.stdout.write(`${key.toString('hex')} ${(await store.secret('index')).toString('hex')}`);
