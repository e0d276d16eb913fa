import { expect, it } from 'vitest';
import { redisStateOf } from './redis-state.ts';

const lines = (...all: string[]) => all.join('\r\n');
const healthy = [
  'used_memory:1500000',
  'used_memory_human:1.43M',
  'maxmemory:4000000',
  'maxmemory_human:3.81M',
  'aof_enabled:1',
  'aof_current_size:5000',
  'aof_last_bgrewrite_status:ok',
  'aof_last_write_status:ok',
];

it('of a primary names each replica with what it lacks', () => {
  const info = lines(
    ...healthy,
    'role:master',
    'connected_slaves:2',
    'slave0:ip=10.0.0.2,port=6379,state=online,offset=900,lag=1',
    'slave1:ip=fd00::3,port=6380,state=wait_bgsave,offset=0,lag=-1',
    'master_repl_offset:1000',
    'second_repl_offset:-1',
  );
  expect(redisStateOf(info)).toEqual({
    isPrimary: true,
    fileBytes: 5000,
    replicas: [
      { address: '10.0.0.2:6379', online: true, behindBytes: 100, silentSeconds: 1 },
      { address: 'fd00::3:6380', online: false, behindBytes: 1000, silentSeconds: -1 },
    ],
    usedBytes: 1_500_000,
    maxBytes: 4_000_000,
    fileWritten: true,
    fileRewritten: true,
  });
});

it.each([
  ['that failed', ['aof_enabled:1', 'aof_last_write_status:err', 'aof_last_bgrewrite_status:err']],
  ['that is not there', ['aof_enabled:0', 'aof_last_write_status:ok', 'aof_last_bgrewrite_status:err']],
])('a file %s is not written', (_, file) => {
  const info = lines(...file, 'role:slave', 'slave_priority:100', 'master_repl_offset:7');
  expect(redisStateOf(info)).toMatchObject({
    isPrimary: false,
    replicas: [],
    fileWritten: false,
    fileRewritten: false,
  });
});
