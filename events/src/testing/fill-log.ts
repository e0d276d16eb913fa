import { type AppendStore, append } from '../log/append.ts';
import { generationKeys } from '../log/generation-keys.ts';
import { createConnection } from '../log/redis-connection.ts';
import { orderIdFor, redisKeys } from '../log/redis-keys.ts';
import { encodeTool, type ToolRecord } from '../log/tool-record.ts';
import { noRecord } from '../model/order-record.ts';
import { advance, projectStock } from '../model/project.ts';
import { openOrderLog } from '../order-log.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { Projection } from '../orders/projection.ts';

/** Who buys, before they are sealed. */
interface FilledPerson {
  email: string;
  name: string;
  address: string;
  city: string;
  zip: string;
}

/** How a store is filled for measurements. */
export interface FillOptions {
  /** redis://… of a Redis that nothing else writes to. */
  url: string;
  orders: number;
  /** So many of them, the first ones, are all finished: shipped or deleted. Without it one of ten is not, wherever it stands. */
  finished?: number;
  /** Seals the person of an order; without it a text of the same length stands there, which nobody can open. */
  seal?: (uid: string, orderId: string, person: FilledPerson) => string | Promise<string>;
  /** Called now and then with the number of orders done. */
  onProgress?: (done: number) => void;
}

/** Every person of a filled store has this many orders, so that lists of one person are alike at every size. */
export const ordersPerPerson = 20;
const toolCount = 40;
const inFlight = 300;
const origin = { actor: 'system:fill', correlationId: 'fill' } as const;

/** Account of the n-th person of a filled store, from 1. */
export function filledPerson(n: number): string {
  return `fill-person-${n}`;
}

function filledTool(n: number): ToolRecord {
  return {
    id: `fill-tool-${n}`,
    name: `Firmer Chisel ${6 + n} mm`,
    price: 9 + n,
    minOrderQuantity: 1,
    description: 'A firmer chisel with a handle of sheesham wood, ground by hand, ready for the bench.',
    image: `/images/fill-tool-${n}.webp`,
    category: '',
    alt: '',
    otherNames: '',
    rev: 1,
    createdAt: 1_700_000_000_000 + n,
  };
}

/**
 * Appends believable orders with about 2.9 events each through the append script, so that chain, stock and read models are
 * real. It writes without reading first, because it alone writes. Throws when an append is refused.
 */
export async function fillLog({
  url,
  orders,
  finished = 0,
  seal = unopenable,
  onProgress,
}: FillOptions): Promise<void> {
  const log = await openOrderLog({ url, name: 'karigar-fill', commandTimeoutMs: 30_000 });
  const { gen } = await log.head();
  await log.close();
  const connection = createConnection(url, 'karigar-fill', 30_000);
  await connection.connect();
  // Without the deadline of the shop: a long queue is wanted here.
  const client: AppendStore['client'] = { run: (work) => work(connection) };
  const store = { client, projection: new Projection() };
  const keys = generationKeys(gen);
  const tools = Array.from({ length: toolCount }, (_, index) => filledTool(index + 1));
  const write = async (request: Omit<Parameters<typeof append>[2], 'actor' | 'correlationId'>) => {
    const answer = await append(store, keys, { ...request, ...origin });
    if (answer.kind !== 'OK') throw new Error(`A fill was refused: ${JSON.stringify(answer)}`);
    return { seq: answer.seq, ts: answer.ts };
  };
  try {
    for (const tool of tools) {
      await connection.set(redisKeys.tool(tool.id), encodeTool(tool));
      await connection.zAdd(redisKeys.tools, { score: tool.createdAt, value: tool.id });
      const event = { type: 'stock.set', data: { available: 10_000_000 } } as const;
      const patch = projectStock(event, tool.id);
      await write({
        subject: tool.id,
        event,
        requestHash: '',
        guards: {},
        patch,
      });
    }
    const people = Math.max(1, Math.ceil(orders / ordersPerPerson));
    let next = 0;
    let done = 0;
    const worker = async () => {
      for (let n = next++; n < orders; n = next++) {
        await fillOrder(n, filledPerson((n % people) + 1), tools[n % toolCount] as ToolRecord);
        done += 1;
        if (done % 10_000 === 0) onProgress?.(done);
      }
    };
    const fillOrder = async (n: number, uid: string, tool: ToolRecord) => {
      const orderId = orderIdFor(uid, `fill-${n}`);
      const requestHash = orderId.slice(-16);
      let record = { ...noRecord, requestHash };
      const person = await seal(uid, orderId, buyerOf(n, uid));
      for (const event of lifeOf(n, uid, person, tool, n < finished)) {
        const { after, patch } = advance(orderId, record, event);
        const expectedVersion = record.history.length;
        const guards =
          event.type === 'order.created'
            ? { expectedVersion, toolRev: tool.rev, need: event.data.quantity }
            : { expectedVersion };
        const hash = event.type === 'order.created' ? requestHash : '';
        const written = await write({ subject: orderId, event, requestHash: hash, guards, patch });
        record = { ...record, history: [...record.history, written], state: after };
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
  } finally {
    connection.destroy();
  }
}

function buyerOf(n: number, uid: string): FilledPerson {
  return {
    email: `${uid}@buyers.example`,
    name: `Rahima Khatun ${n % 977}`,
    address: `House ${1 + (n % 211)}, Road ${1 + (n % 37)}, Dhanmondi`,
    city: 'Dhaka',
    zip: String(1200 + (n % 80)),
  };
}

/** A sealed text is longer than the clear one by nonce and tag (28 bytes), written in Base64. */
function unopenable(_uid: string, orderId: string, person: FilledPerson): string {
  const length = Math.ceil(((JSON.stringify(Object.values(person)).length + 28) * 4) / 3);
  return orderId.repeat(Math.ceil(length / orderId.length)).slice(0, length);
}

/** Of 20 orders one is deleted, one stays unpaid, one waits for its parcel, unless they are finished, and the others have gone all the way. */
function lifeOf(n: number, uid: string, person: string, tool: ToolRecord, isFinished: boolean): OrderEvent[] {
  const quantity = 1 + (n % 4);
  const created: OrderEvent = {
    type: 'order.created',
    data: {
      toolId: tool.id,
      toolsName: tool.name,
      description: tool.description,
      image: tool.image,
      unitPrice: tool.price,
      quantity,
      price: tool.price * quantity,
      uid,
      person,
    },
  };
  const fate = Math.floor(n / 7) % 20;
  if (fate === 0) return [created, { type: 'order.deleted', data: { reason: 'customer' } }];
  if (fate === 1 && !isFinished) return [created];
  const amount = tool.price * quantity;
  const paid: OrderEvent = {
    type: 'order.paid',
    data: { transactionId: `pi_fill_${n.toString(36)}_${amount}`, amount },
  };
  return fate === 2 && !isFinished
    ? [created, paid]
    : [created, paid, { type: 'order.shipped', data: { carrier: null, trackingNumber: null } }];
}
