import type { Figure } from '../measuring/figure.ts';
import { atMost, type Target, tidy, value } from './target.ts';

const said = ({ values }: Figure) =>
  `${values.acknowledged} acknowledged in ${values.rounds} rounds: ${values.lost} lost, ${values.doubled} doubled, ${values.otherwise} otherwise wrong`;
const isRight = ({ values }: Figure) => values.lost === 0 && values.doubled === 0 && values.otherwise === 0;

/** What is promised of a shop of many machines, where three Sentinels promote. */
const figure = 'faults-sentinels';
const clusterTargets: readonly Target[] = [
  {
    what: 'primary lost with its data, cut off or stopped, servers killed, all restarted in turns',
    promise: 'every acknowledged order is there, none twice, everything adds up',
    figure,
    measured: said,
    met: isRight,
  },
  {
    what: 'primary killed and its data removed, until the shop sells again',
    promise: 'within 20 s',
    figure,
    measured: (measured) => {
      const median = tidy(value(measured, 'sellsAgainSeconds'));
      return median === null
        ? null
        : `median ${median} s, worst ${tidy(value(measured, 'sellsAgainWorstSeconds'))} s`;
    },
    met: (measured) => value(measured, 'sellsAgainWorstSeconds') <= 20,
  },
  {
    what: 'pages that stay open through all of it, never loaded again',
    promise: 'right within 5 s of the last order',
    ...atMost(figure, 'slowestPageMs', 5000, ' ms'),
  },
];

/** What is promised of orders while parts of the shop are harmed, in the order of the report. */
export const faultTargets: readonly Target[] = [
  {
    what: '300 buyers of a tool with stock 100; one command 50 times at once',
    promise: 'exactly 100 sold; exactly 1 order',
    figure: 'faults',
    measured: ({ values }) =>
      values.crowdWrong === undefined ? null : `${values.crowdWrong} rounds otherwise`,
    met: (figure) => value(figure, 'crowdWrong') === 0,
  },
  {
    what: 'kill -9 of Redis or BFF and every other fault, in the middle of load',
    promise: 'every acknowledged order is there, none twice, everything adds up',
    figure: 'faults',
    measured: said,
    met: isRight,
  },
  ...clusterTargets,
  {
    what: 'archiving server killed at each step, its storage away, slow, refusing or lying, two servers that both write, Redis lost with its disk',
    promise:
      'no acknowledged order lost that is older than the archive may lag, none twice; the archive restores to the log, event for event',
    figure: 'faults-archive',
    measured: said,
    met: isRight,
  },
  {
    what: 'Redis lost with its disk, archive written every second: age of the oldest event that is lost',
    promise: 'at most 4 s: the interval and a round',
    ...atMost('faults-archive', 'worstLossMs', 4_000, ' ms'),
  },
  {
    what: 'rebuild killed (SIGKILL) at each of its steps while 48 writers never pause',
    promise: 'at least 20,000 appends meanwhile, no difference, no failed read',
    figure: 'rebuild-kills',
    measured: ({ values }) =>
      `${values.appends} appends, ${values.differences === 0 ? 'no difference' : 'differences'}, ${values.failedReads} failed reads`,
    met: ({ values }) =>
      (values.appends ?? 0) >= 20_000 && values.differences === 0 && values.failedReads === 0,
  },
];
