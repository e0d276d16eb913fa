import type { Operations } from '@karigar/bff/contracts';
import { Progress } from '@mantine/core';
import facts from '../facts.module.css';
import { byteSize } from './byte-size.ts';
import { Panel } from './panel.tsx';

/** How much memory the log's store and this server process hold; the bar shows only where a limit is set. */
export function MemoryUse({ memory }: Pick<Operations, 'memory'>) {
  const limited = memory.redisMaxBytes > 0;
  const part = limited ? (memory.redisBytes / memory.redisMaxBytes) * 100 : 0;
  return (
    <Panel title="Memory">
      <dl className={facts.list}>
        <dt>Redis</dt>
        <dd>
          {byteSize(memory.redisBytes) +
            (limited ? ` of ${byteSize(memory.redisMaxBytes)}` : ', no limit set')}
        </dd>
        <dt>Server process</dt>
        <dd>{byteSize(memory.bffBytes)}</dd>
      </dl>
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
