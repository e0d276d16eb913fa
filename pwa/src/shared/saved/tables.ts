/** One table of saved rows. Every row holds its key; the order of `all` is not defined. */
export interface Table<Row> {
  get(key: string): PromiseLike<Row | undefined>;
  all(): PromiseLike<Row[]>;
  put(...rows: Row[]): PromiseLike<void>;
  delete(...keys: string[]): PromiseLike<void>;
}

/** The tables of a database, by name. */
export type Tables<Rows> = { [Name in keyof Rows]: Table<Rows[Name]> };

/** Which field of its rows is the key, by table. */
export type Keys<Rows> = { [Name in keyof Rows]: keyof Rows[Name] & string };

/** What is done in one transaction over all tables. It may wait for nothing but the tables. */
export type Work<Rows, T> = (tables: Tables<Rows>) => PromiseLike<T>;

/** The result of a query, again after each change that concerns it. */
export interface Followed<T> {
  subscribe(next: (value: T) => void, failed?: (error: unknown) => void): { unsubscribe(): void };
}

/** Where the rows are. A transaction that throws has changed nothing. */
export interface Backend<Rows> {
  read<T>(work: Work<Rows, T>): Promise<T>;
  write<T>(work: Work<Rows, T>): Promise<T>;
  follow<T>(query: () => Promise<T>): Followed<T>;
  close(): void;
}
