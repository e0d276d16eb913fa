/** Puts the clock of a process ahead by CLOCK_AHEAD_MS; for `node --import`. */
const RealDate = Date;
const ahead = Number(process.env.CLOCK_AHEAD_MS);

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [ShiftedDate.now()] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
