import type { Backend, Followed, Keys, Table, Tables, Work } from './tables.ts';

/** Tables in the memory of this page: they end with it. One transaction runs after the other. */
export class MemoryTables<Rows> implements Backend<Rows> {
  private rows: ReadonlyMap<string, Map<string, never>>;
  private last: Promise<unknown> = Promise.resolve();
  private readonly followers = new Set<() => void>();
  private readonly tables: Tables<Rows>;

  constructor(keys: Keys<Rows>) {
    const names = Object.entries<string>(keys);
    this.rows = new Map(names.map(([name]) => [name, new Map<string, never>()]));
    this.tables = Object.fromEntries(
      names.map(([name, key]) => [name, this.table(name, key)]),
    ) as unknown as Tables<Rows>;
  }

  read<T>(work: Work<Rows, T>): Promise<T> {
    const done = this.last.then(() => work(this.tables));
    this.last = done.catch(() => undefined);
    return done;
  }

  async write<T>(work: Work<Rows, T>): Promise<T> {
    const result = await this.read(async (tables) => {
      const before = new Map([...this.rows].map(([name, rows]) => [name, new Map(rows)]));
      try {
        return await work(tables);
      } catch (error) {
        this.rows = before;
        throw error;
      }
    });
    for (const again of this.followers) again();
    return result;
  }

  follow<T>(query: () => Promise<T>): Followed<T> {
    return {
      subscribe: (next, failed) => {
        const again = () => void query().then((value) => this.followers.has(again) && next(value), failed);
        this.followers.add(again);
        again();
        return { unsubscribe: () => void this.followers.delete(again) };
      },
    };
  }

  close(): void {
    this.followers.clear();
  }

  private table(name: string, key: string): Table<never> {
    const rows = () => this.rows.get(name) as Map<string, never>;
    return {
      get: async (id) => rows().get(id),
      all: async () => [...rows().values()],
      put: async (...given) => {
        for (const row of given) rows().set(row[key], row);
      },
      delete: async (...ids) => {
        for (const id of ids) rows().delete(id);
      },
    };
  }
}
