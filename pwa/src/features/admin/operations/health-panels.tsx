import type { Operations } from '@karigar/bff/contracts';
import { Badge, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { Facts } from '../../../shared/ui/blocks.tsx';
import { CopyText } from '../../../shared/ui/copy-text.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import shared from '../admin.module.css';
import { Command, Line, Panel, WithOrderLinks } from './panel.tsx';

const count = new Intl.NumberFormat('en');
const rate = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes in the unit that a person would choose, with steps of 1,000: 1_530_000 is '1.5 MB'. */
function byteSize(bytes: number): string {
  const unit = units.findIndex((_, thousands) => bytes < 999.5 * 1000 ** thousands);
  const value = bytes / 1000 ** unit;
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A replica confirms each second: one that was not heard for longer is worth a word. */
const usualSilenceSeconds = 2;

/** Says in a few words which copies of the log there are, and whether orders wait for one that is not there. */
export function replicasText({
  wanted,
  connected,
  behindBytes,
  silentSeconds,
}: Operations['replicas']): string {
  if (wanted === 0 && connected === 0) return 'none; the log is on one disk';
  return [
    wanted === 0 ? `${connected} connected` : `${connected} of ${wanted} connected`,
    connected < wanted && 'orders are paused until the others reconnect',
    connected > 0 && (behindBytes === 0 ? 'up to date' : `${byteSize(behindBytes)} behind`),
    silentSeconds > usualSilenceSeconds && `no response for ${silentSeconds} s`,
    wanted === 0 && 'orders do not wait for replicas',
  ]
    .filter(Boolean)
    .join(', ');
}

/** What kind of trouble it is, by the kind of the record; a kind of a newer server keeps its own name. */
const troubles: Readonly<Record<string, string>> = {
  'payment.disputed': 'Payment disputed',
  'payment.event-failed': 'Unknown provider message',
  'payment.mismatch': 'Payment does not match',
  'payment.refund-refused': 'Refund refused',
  'payment.unbound': 'Payment without an order',
  'payment.unknown-order': 'Payment for an unknown order',
  'refund.failed': 'Refund failed',
};

/** Payments and refunds that no rule can settle, each until a person has looked at it. */
export function NeedsPerson({ needsPerson }: Pick<Operations, 'needsPerson'>) {
  return (
    <Panel title="Payments that need attention">
      {needsPerson.length === 0 && <Text>None. All payments and refunds went through.</Text>}
      <ul className={shared.list} hidden={needsPerson.length === 0}>
        {needsPerson.map(({ id, kind, detail, at }) => (
          <Line key={id} mark={<Badge color="marigold">{troubles[kind] ?? kind}</Badge>} end={dateTime(at)}>
            <WithOrderLinks text={detail} />
          </Line>
        ))}
      </ul>
    </Panel>
  );
}

/** How much memory the log's store and this server process hold; the bar shows only where a limit is set. */
export function MemoryUse({ memory: { redisBytes, redisMaxBytes, bffBytes } }: Pick<Operations, 'memory'>) {
  const limited = redisMaxBytes > 0;
  const part = (redisBytes / redisMaxBytes) * 100;
  return (
    <Panel title="Memory">
      <Facts
        of={{
          Redis: `${byteSize(redisBytes)}${limited ? ` of ${byteSize(redisMaxBytes)}` : ', no limit set'}`,
          'Server process': byteSize(bffBytes),
        }}
      />
      {limited && (
        <Progress
          mt="sm"
          value={part}
          color={part > 80 ? 'red' : 'bottle'}
          aria-label={`Redis uses ${Math.round(part)} % of its memory`}
        />
      )}
    </Panel>
  );
}

/** The state of the log, of the services that the shop needs, and of its memory. */
export const Health = ({
  now: { log, replicas, consumers, lastVerification: proof, dependencies, memory },
}: {
  now: Operations;
}) => (
  <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
    <Panel title="Order log">
      <Facts
        of={{
          'Last event': `number ${count.format(log.headSeq)}`,
          Rate: `${rate.format(log.eventsPerMinute)} events a minute`,
          Replicas: replicasText(replicas),
          'Redis restarts': `${log.epoch - 1} (epoch ${log.epoch})`,
          'Read models': `generation ${log.generation}`,
          'Hash of the last event': <CopyText value={log.headHash} label="hash of the last event" />,
          Store: <CopyText value={log.shop} label="store id" />,
          'Last verification': proof ? (
            <Group gap="xs">
              <Badge color={proof.differences === 0 ? 'bottle' : 'red'}>
                {proof.differences === 0 ? 'No difference' : `${count.format(proof.differences)} differences`}
              </Badge>
              <Text
                span
                size="sm"
              >{`to event ${count.format(proof.seq)}, ${dateTime(proof.at)}, ${proof.by}`}</Text>
            </Group>
          ) : (
            <>
              never; run <Command>npm run orders -- verify</Command>
            </>
          ),
          ...Object.fromEntries(
            consumers.map(({ name, seq, lag }) => [
              `Consumer ${name}`,
              `at event ${count.format(seq)}, ${lag === 0 ? 'up to date' : `${count.format(lag)} behind`}`,
            ]),
          ),
        }}
      />
    </Panel>
    <Stack gap="xl">
      <Panel title="Dependencies">
        <ul className={shared.list}>
          {dependencies.map(({ name, ok, detail, ms }) => (
            <Line
              key={name}
              mark={<Badge color={ok ? 'bottle' : 'red'}>{ok ? 'Up' : 'Down'}</Badge>}
              end={[detail, `${Math.round(ms)} ms`].filter(Boolean).join(', ')}
            >
              <strong>{name}</strong>
            </Line>
          ))}
        </ul>
      </Panel>
      <MemoryUse memory={memory} />
    </Stack>
  </SimpleGrid>
);
