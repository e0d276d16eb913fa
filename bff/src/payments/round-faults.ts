import { LogUnavailableError } from '@karigar/events';
import { GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentGateway } from './stripe-gateway.ts';

/** Gathers the faults of a round of background work: a piece that fails does not keep the others from being done. */
export class RoundFaults {
  private readonly faults: unknown[] = [];
  private readonly gateway: Pick<PaymentGateway, 'ping'>;

  constructor(gateway: Pick<PaymentGateway, 'ping'>) {
    this.gateway = gateway;
  }

  /**
   * Runs one piece of work and answers what it answers, or the fault when it failed. Throws when the log is away, and when the provider
   * answers nothing at all: then every piece would fail.
   */
  async attempt<T>(work: () => Promise<T>): Promise<T | { fault: unknown }> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LogUnavailableError) throw error;
      if (error instanceof GatewayUnavailableError) await this.gateway.ping();
      this.add(error);
      return { fault: error };
    }
  }

  /** Remembers what failed. */
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
