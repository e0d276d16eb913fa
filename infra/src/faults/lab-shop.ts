import type { PastEvents } from '@karigar/events';
import { fillShop, type People } from '../measuring/measured-shop.ts';
import { ShopHttp } from '../seed/shop-http.ts';
import type { OutsideServices } from '../stack/outside-services.ts';
import type { Finding } from './check-history.ts';
import type { Aftermath, HistoryEntry } from './history.ts';

/** A shop that is harmed, however many machines it has: what buyers and checkers need to know of it. */
export interface LabShop extends People {
  url: string;
  /** Where its log is, to read what is left. */
  redisUrl: string;
  dataDir: string;
  /** The simulator's test controls: its ledger and its fault injections. */
  simulator: ShopHttp;
  simulatorUrl: string;
  /** The keys that the simulator takes. */
  keys: OutsideServices['simulator']['environment'];
  /** Where the inbox lists the letters that customers got. */
  inboxUrl: string;
  /** What the operator's commands are told beside the addresses of Redis and of the simulator. */
  variables?: Readonly<Record<string, string>>;
  /** Gives the events that have left Redis. */
  past?: PastEvents;
  /** How long (ms) a buyer thinks before the next order; not at all, unless told. */
  thinksMs?: number;
  /** What buyers were told in every round until now. */
  history: HistoryEntry[];
  /** What may be missing since Redis was lost with its disk: applied to what is left before it is judged. */
  excuses: ((left: Aftermath) => Aftermath)[];
  /** Looks at more of the shop once the buyers have stopped. */
  look?(): Promise<Look>;
}

/** What a look at the shop showed. */
export interface Look {
  findings: Finding[];
  /** How long (ms) each open page took to show what the shop says. */
  pagesMs?: number[];
}

/** Prepares the admin, so many buyers, and the tools in a shop that runs. Throws when the shop refuses. */
export async function openLabShop(
  shop: Pick<LabShop, 'url' | 'redisUrl' | 'dataDir'>,
  { emulator, simulator, inbox }: OutsideServices,
  buyers: number,
): Promise<LabShop> {
  const servers = { url: shop.url, emulatorHost: emulator.address };
  return {
    ...shop,
    simulator: new ShopHttp(simulator.address, 10_000),
    simulatorUrl: simulator.address,
    keys: simulator.environment,
    inboxUrl: inbox.address,
    // One tool that never runs out and two that do, so that refusals are part of every history.
    ...(await fillShop(servers, buyers, [1_000_000, 400, 60])),
    history: [],
    excuses: [],
  };
}
