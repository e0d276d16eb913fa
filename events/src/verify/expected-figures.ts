import { totalFields } from '../log/append.ts';
import { relativeKeys as keys } from '../log/generation-keys.ts';
import type { RecordedOrderEvent } from '../model/order-record.ts';
import { moneyIn, piecesHeld, setsHolding } from '../model/project.ts';
import { isLive, isSettled, liveStatuses, type OrderState } from '../orders/order-state.ts';
import type { Projection } from '../orders/projection.ts';
import type { FoldedEvent } from '../rebuild/order-fold.ts';

type Figures = Map<string, number>;

/** Adds up stock, totals and sizes of sets from the states of all orders and the facts about tools and persons. */
export class ExpectedFigures {
  /** Tool -> available pieces. */
  readonly stock: Figures = new Map();
  readonly totals: Figures = new Map();
  /** Erased person -> seq of the event that says so. */
  readonly erased: Figures = new Map();
  /** Tool name -> number of its live orders. */
  readonly names: Figures = new Map();
  /** Set, without the prefix of a generation -> number of its members. */
  readonly sizes: Figures = new Map(
    [...liveStatuses.map(keys.set), keys.deleted, keys.attention].map((set) => [set, 0]),
  );
  /** Month -> day and figure of its sales -> what it adds up to. */
  readonly sales = new Map<string, Figures>();
  transactions = 0;
  readonly #projection: Projection;

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  /** Counts the next event. */
  count({ event, before, after }: FoldedEvent): void {
    if (before !== undefined) {
      this.#add(before.state, -1);
      this.#add(after.state, 1);
      this.#countSale(event, before.state, after.state);
    } else if (event.type === 'person.erased') this.erased.set(event.subject, event.seq);
    else if (event.type === 'stock.set') this.stock.set(event.subject, event.data.available);
    else if (event.type === 'stock.added') add(this.stock, event.subject, event.data.quantity);
    else if (event.type === 'stock.removed') add(this.stock, event.subject, -event.data.quantity);
  }

  /** Number of orders that are neither deleted nor never placed. */
  get live(): number {
    return liveStatuses.reduce((sum, status) => sum + (this.sizes.get(keys.set(status)) ?? 0), 0);
  }

  /** Counts what an event of an order adds to the sales of its day. */
  #countSale({ type, ts }: RecordedOrderEvent, before: OrderState, after: OrderState): void {
    const back = moneyIn(after).givenBack - moneyIn(before).givenBack;
    if (type !== 'order.created' && type !== 'order.paid' && back === 0) return;
    const { day } = this.#projection.dayAt(ts);
    const month = day.slice(0, 7);
    const figures = this.sales.get(month) ?? new Map<string, number>();
    this.sales.set(month, figures);
    if (type === 'order.created') add(figures, `${day} placed`, 1);
    if (back !== 0) add(figures, `${day} givenBack`, back);
    if (type !== 'order.paid' || !isLive(after)) return;
    const { toolId, quantity, price } = after.sale;
    add(figures, `${day} paid`, 1);
    add(figures, `${day} money`, price);
    add(figures, `${day} pieces:${toolId}`, quantity);
    add(figures, `${day} money:${toolId}`, price);
  }

  /** Adds (1) an order in a state, or takes it out again (-1). */
  #add(state: OrderState, by: 1 | -1): void {
    for (const set of setsHolding(state)) add(this.sizes, set, by);
    for (const field of totalFields) add(this.totals, field, by * moneyIn(state)[field]);
    // What was sent back by hand has a transaction of its own.
    if (isSettled(state))
      this.transactions += by * (1 + (state.way === undefined ? 0 : (state.refund?.parts.length ?? 0)));
    if (!isLive(state)) return;
    add(this.stock, state.sale.toolId, -by * piecesHeld(state));
    add(this.names, state.sale.toolsName, by);
  }
}

function add(figures: Figures, name: string, by: number): void {
  figures.set(name, (figures.get(name) ?? 0) + by);
}
