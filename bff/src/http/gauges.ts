import { Gauge, type Registry } from 'prom-client';

/** Registers gauges that show one reading. */
export interface GaugesOfReading<T> {
  /** Adds a gauge with one value, or none where there is none to give. */
  one(name: string, help: string, value: (reading: T) => number | undefined): void;
  /** Adds a gauge with a value for each of several things, told apart by the label. */
  each(
    name: string,
    help: string,
    label: string,
    values: (reading: T) => Iterable<readonly [string, number]>,
  ): void;
}

/**
 * Makes gauges of what `read` gives. It is asked once whenever the registry is read, and only then: all collectors begin in the same moment,
 * so they find the same reading on its way. Where it fails, the gauges have no value: an old one would hide that nobody knows.
 */
export function gaugesOf<T>(registry: Registry, read: () => Promise<T>): GaugesOfReading<T> {
  let onItsWay: Promise<{ found: T } | null> | null = null;
  const shared = () => {
    onItsWay ??= read()
      .then((found) => ({ found }))
      .catch(() => null)
      .finally(() => {
        onItsWay = null;
      });
    return onItsWay;
  };
  return {
    one(name, help, value) {
      new Gauge({
        ...{ name, help, registers: [registry] },
        async collect() {
          const reading = await shared();
          const shown = reading === null ? undefined : value(reading.found);
          if (shown === undefined) this.remove();
          else this.set(shown);
        },
      });
    },
    each(name, help, label, values) {
      new Gauge({
        ...{ name, help, labelNames: [label], registers: [registry] },
        async collect() {
          const reading = await shared();
          this.reset();
          if (reading === null) return;
          for (const [of, value] of values(reading.found)) this.set({ [label]: of }, value);
        },
      });
    },
  };
}
