import { Gauge, type Registry } from 'prom-client';

/**
 * Makes gauges of what `read` gives. It is asked once whenever the registry is read, and only then: all collectors begin in the same moment,
 * so they find the same reading on its way. Where it fails, the gauges have no value: an old one would look like a new one.
 */
export function gaugesOf<T>(registry: Registry, read: () => Promise<T>) {
  let onItsWay: Promise<T | undefined> | null = null;
  const shared = () => {
    onItsWay ??= read()
      .catch(() => undefined)
      .finally(() => {
        onItsWay = null;
      });
    return onItsWay;
  };
  const registers = [registry];
  return {
    /** Adds a gauge with one value, or none where there is none to give. */
    one(name: string, help: string, value: (reading: T) => number | undefined) {
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          const reading = await shared();
          const shown = reading === undefined ? undefined : value(reading);
          if (shown === undefined) this.remove();
          else this.set(shown);
        },
      });
    },
    /** Adds a gauge with a value for each of several things, told apart by the label. */
    each(
      name: string,
      help: string,
      label: string,
      values: (reading: T) => Iterable<readonly [string, number]>,
    ) {
      new Gauge({
        ...{ name, help, labelNames: [label], registers },
        async collect() {
          const reading = await shared();
          this.reset();
          for (const [of, value] of reading === undefined ? [] : values(reading))
            this.set({ [label]: of }, value);
        },
      });
    },
  };
}
