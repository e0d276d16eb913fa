import type { Page } from '@playwright/test';

/** A list of orders: as a page shows it, or as the shop tells it. */
export interface ShownList {
  /** How many orders there are in all. */
  total: number;
  /** By number or id of an order: unpaid, paid, shipped, and what else the page tells apart. */
  states: ReadonlyMap<string, string>;
  loadedAgain: boolean;
}

interface Read {
  heading: string;
  rows: [string, string][];
  marked: boolean;
}

const listOf = ({ heading, rows, marked }: Read): ShownList => ({
  total: Number(/\d+/.exec(heading)?.[0] ?? Number.NaN),
  states: new Map(rows),
  loadedAgain: !marked,
});

/** Reads My Orders: each order by its number, with every mark of its payment, such as "paid shipped"; none is "unpaid". */
export async function readMyOrders(page: Page): Promise<ShownList> {
  return listOf(
    (await page.evaluate(`({
      heading: document.querySelector('h1')?.textContent ?? '',
      rows: [...document.querySelectorAll('tbody tr')].map((row) => [
        /K-\\d+/.exec(row.textContent)?.[0] ?? '',
        [...row.querySelectorAll('[data-state]')].map((mark) => mark.dataset.state).join(' ') || 'unpaid',
      ]),
      marked: globalThis.neverLoadedAgain === true,
    })`)) as Read,
  );
}

/** Reads Manage All Orders: each order by its id, with its one mark, or "deleted" where the row says so. */
export async function readManageOrders(page: Page): Promise<ShownList> {
  return listOf(
    (await page.evaluate(`({
      heading: [...document.querySelectorAll('[role=status]')].find((one) => /order\\(s\\)/.test(one.textContent))?.textContent ?? '',
      rows: [...document.querySelectorAll('tr[data-row]')].map((row) => [
        row.dataset.row,
        row.querySelector('[data-state]')?.dataset.state ?? 'deleted',
      ]),
      marked: globalThis.neverLoadedAgain === true,
    })`)) as Read,
  );
}
