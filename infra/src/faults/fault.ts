import type { Whole } from '../stack/open-whole.ts';
import type { Finding } from './check-history.ts';
import type { LabShop } from './lab-shop.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One kind of harm to a shop. */
export interface Fault<Shop extends LabShop> {
  name: string;
  /** How often a whole run injects it. */
  rounds: number;
  /** The shop that it needs. */
  needs: ShopNeeded<Shop>;
  /** Selling goes on without a failed attempt, as no process that sells is harmed. */
  sellsOn?: boolean;
  /** Strikes in the middle of load, and heals: leaves every process running again. */
  inject(shop: Shop, injection: Injection): Promise<void>;
}

/** A kind of shop, and for how long one is used: faults that name the same object can share one. */
export interface ShopNeeded<Shop extends LabShop> {
  lasts: 'a round' | 'a fault' | 'many faults';
  /** Opens one, or gives the reason (a sentence) why this machine cannot. */
  open(): Promise<Whole<Shop> | string>;
}

/** What a fault may use while it is injected. */
export interface Injection {
  random: SeededRandom;
  /** Says that the harm is done now; without it, it is done when the injection begins. */
  struck(): void;
  /** Reports something that is wrong and does not show in what is left. */
  found(finding: Finding): void;
  /** Notes how much of the log was not in the archive when Redis was lost. */
  lost(loss: Loss): void;
}

/** Events that were lost with Redis, and the age of the oldest at that moment. */
export interface Loss {
  ageMs: number;
  from: number;
  to: number;
}
