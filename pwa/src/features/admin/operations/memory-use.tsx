import type { Operations } from '@karigar/bff/contracts';
import { Progress } from '@mantine/core';
import facts from '../facts.module.css';
import { Panel } from './panel.tsx';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes in the unit that a person would choose, with steps of 1,000: 1_530_000 is '1.5 MB'. */
function byteSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** How much memory the log's store and this server process hold; the bar shows only where a limit is set. */
export function MemoryUse({ memory }: Pick<Operations, 'memory'>) {
  const limited = memory.redisMaxBytes > 0;
  const part = limited ? (memory.redisBytes / memory.redisMaxBytes) * 100 : 0;
  return (
    <Panel title="Memory">
      <dl className={facts.list}>
        <dt>Redis</dt>
        <dd>
          {byteSize(memory.redisBytes)}
          {limited ? ` of ${byteSize(memory.redisMaxBytes)}` : ', no limit set'}
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
