import { LogUnavailableError } from '@karigar/events';
import { GatewayUnavailableError } from './payment-gateway.ts';

/** So many questions in a row without an answer mean that the provider is away, and not only slow. */
const unansweredMeansAway = 3;

/** Gathers the faults of a round of background work, which goes on past a piece with a fault of its own: that must not keep all others waiting. */
export class RoundFaults {
  private readonly faults: unknown[] = [];
  private unanswered = 0;

  /**
   * Runs one piece of work and answers what it answers, or `otherwise` when it failed. `asks` tells whether it asks the provider. Throws at once when the log is
   * away, and when the provider did not answer the third time in a row: then all would fail.
   */
  async attempt<T>(work: () => Promise<T>, otherwise: T, asks = true): Promise<T> {
    try {
      const done = await work();
      if (asks) this.unanswered = 0;
      return done;
    } catch (error) {
      if (error instanceof LogUnavailableError) throw error;
      this.unanswered = error instanceof GatewayUnavailableError ? this.unanswered + 1 : 0;
      if (this.unanswered >= unansweredMeansAway) throw error;
      this.add(error);
      return otherwise;
    }
  }

  /** Remembers a fault that was dealt with, so that it is thrown at the end too. */
  add(error: unknown): void {
    this.faults.push(error);
  }

  /** Throws what went wrong: the fault itself when there is one. */
  throwIfAny(): void {
    if (this.faults.length === 1) throw this.faults[0];
    if (this.faults.length > 1)
      throw new AggregateError(this.faults, `${this.faults.length} payments or orders failed`);
  }
}
