import type { Operations } from '@karigar/bff/contracts';
import { Badge, Group, Text } from '@mantine/core';
import { dateTime } from '../../../shared/ui/time.ts';
import { CopyText } from '../copy-text.tsx';
import facts from '../facts.module.css';
import { Command } from './command.tsx';
import classes from './operations.module.css';
import { Panel } from './panel.tsx';
import { replicasText } from './replicas-text.ts';

const count = new Intl.NumberFormat('en');
const rate = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

interface LogHeadProps {
  log: Operations['log'];
  replicas: Operations['replicas'];
  consumers: Operations['consumers'];
  verification: Operations['lastVerification'];
}

function Verification({ verification }: Pick<LogHeadProps, 'verification'>) {
  if (verification === null)
    return (
      <Text span>
        never; run <Command>npm run orders -- verify</Command>
      </Text>
    );
  return (
    <Group gap="xs">
      <Badge color={verification.differences === 0 ? 'bottle' : 'red'}>
        {verification.differences === 0
          ? 'No difference'
          : `${count.format(verification.differences)} differences`}
      </Badge>
      <Text span size="sm">
        {`to seq ${count.format(verification.seq)}, ${dateTime(verification.at)}, ${verification.by}`}
      </Text>
    </Group>
  );
}

/** Where the log stands, where its copies are, who follows it and how far behind, and when it was last proven. */
export function LogHead({ log, replicas, consumers, verification }: LogHeadProps) {
  return (
    <Panel title="Order log">
      <dl className={facts.list}>
        <dt>Head seq</dt>
        <dd>{count.format(log.headSeq)}</dd>
        <dt>Rate</dt>
        <dd>{`${rate.format(log.eventsPerMinute)} events a minute`}</dd>
        <dt>Replicas</dt>
        <dd>{replicasText(replicas)}</dd>
        <dt>Epoch</dt>
        <dd>{log.epoch}</dd>
        <dt>Generation</dt>
        <dd>{log.generation}</dd>
        <dt>Head hash</dt>
        <dd>
          <CopyText value={log.headHash} label="head hash" />
        </dd>
        <dt>Store</dt>
        <dd>
          <CopyText value={log.shop} label="store id" />
        </dd>
        <dt>Last verification</dt>
        <dd>
          <Verification verification={verification} />
        </dd>
        {consumers.map((consumer) => (
          <div key={consumer.name} className={classes.pair}>
            <dt>Consumer {consumer.name}</dt>
            <dd>
              {`at seq ${count.format(consumer.seq)}, ${
                consumer.lag === 0 ? 'up to date' : `${count.format(consumer.lag)} behind`
              }`}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
