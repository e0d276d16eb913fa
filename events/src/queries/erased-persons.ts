import { type GenerationReader, readOf } from '../log/generation-reader.ts';

/** Reads the uids of all persons whom the log says to be erased, in the order in which it happened. */
export function erasedPersons(reader: GenerationReader): Promise<string[]> {
  return reader.follow(async (keys) => {
    const found = await reader.read(keys, [readOf('ZRANGE', keys.erased, '0', '-1')]);
    return found === 'moved' ? found : (found[0] as string[]);
  });
}
