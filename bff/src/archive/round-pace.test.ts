import { describe, expect, it } from 'vitest';
import { RoundPace } from './round-pace.ts';

const every = 10_000;
/** A pace after a round from 1,000 to 3,000 ms, which brought these events. */
function paceOf(archived = 20_000) {
  const pace = new RoundPace(every);
  pace.roundDone(0, 10, 0);
  pace.roundDone(1_000, 3_000, archived);
  return pace;
}

describe('the pace of the archive', () => {
  it('has an event that came as a round began in the archive when its time is up', () => {
    const waiting = 20_000;
    const begins = 3_000 + paceOf().restMs(3_000, 20_000 + waiting);
    expect(begins + 2_000).toBe(1_000 + every);
  });

  it('begins the sooner, the more events wait', () => {
    const pace = paceOf();
    expect(pace.restMs(5_000, 20_000)).toBe(6_000);
    expect(pace.restMs(5_000, 60_000)).toBe(2_000);
    expect(pace.restMs(5_000, 100_000)).toBe(0);
  });

  it('does not count on a moment as quiet as the one before', () => {
    const pace = paceOf();
    pace.roundDone(11_000, 11_010, 40_000);
    expect(pace.restMs(11_010, 90_000)).toBe(every - 5_000 - 10);
  });

  it('does not take what was in the archive before for something that was just written', () => {
    const pace = new RoundPace(every);
    pace.roundDone(0, 2_000, 3_000_000);
    expect(pace.restMs(2_000, 3_010_000)).toBe(every - 1_000 - 2_000);
  });

  it('waits the whole time after a round that failed, whatever waits', () => {
    const pace = paceOf();
    pace.roundFailed(20_000);
    expect(pace.restMs(20_100, 1_000_000)).toBe(every - 100);
  });

  it('knows after a failure what an event took before', () => {
    const pace = paceOf();
    pace.roundFailed(20_000);
    pace.roundDone(30_000, 30_010, 20_000);
    expect(pace.restMs(30_010, 40_000)).toBe(every - 2_000 - 10);
  });

  it('keeps what an event took over rounds that brought none', () => {
    const pace = paceOf();
    pace.roundDone(11_000, 11_010, 20_000);
    expect(pace.restMs(11_010, 40_000)).toBe(every - 2_000 - 10);
  });
});
