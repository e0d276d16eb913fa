import { atMost, type Target, tidy, value } from './target.ts';

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
    measured: ({ values }) =>
      `${values.acknowledged} acknowledged in ${values.rounds} rounds: ${values.lost} lost, ${values.doubled} doubled, ${values.otherwise} otherwise wrong`,
    met: ({ values }) => values.lost === 0 && values.doubled === 0 && values.otherwise === 0,
  },
  {
    what: 'primary lost with its data, cut off or stopped, replicas stale or empty, servers killed, in the middle of load',
    promise: 'every acknowledged order is there, none twice, everything adds up',
    figure: 'faults-cluster',
    measured: ({ values }) =>
      `${values.acknowledged} acknowledged in ${values.rounds} rounds: ${values.lost} lost, ${values.doubled} doubled, ${values.otherwise} otherwise wrong`,
    met: ({ values }) => values.lost === 0 && values.doubled === 0 && values.otherwise === 0,
  },
  {
    what: 'primary killed and its data removed: until the shop sells again',
    promise: 'within 60 s, by itself or after one command',
    figure: 'faults-cluster',
    measured: (figure) => {
      const [one, worst] = [
        tidy(value(figure, 'sentinelsMedianSeconds')),
        tidy(value(figure, 'sentinelsWorstSeconds')),
      ];
      const [byHand, worstByHand] = [
        tidy(value(figure, 'operatorMedianSeconds')),
        tidy(value(figure, 'operatorWorstSeconds')),
      ];
      return one === null || byHand === null
        ? null
        : `Sentinels: median ${one} s, worst ${worst} s; operator: median ${byHand} s, worst ${worstByHand} s`;
    },
    met: (figure) =>
      value(figure, 'sentinelsWorstSeconds') < 60 && value(figure, 'operatorWorstSeconds') < 60,
  },
  {
    what: 'pages that stay open through all of it, without being loaded again',
    promise: 'show what the shop says within 5 s of the last order',
    ...atMost('faults-cluster', 'slowestPageMs', 5000, ' ms'),
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
