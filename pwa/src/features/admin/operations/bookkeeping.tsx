import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { download } from '../../../shared/api/download.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { dayOf } from '../../../shared/ui/time.ts';
import { type Days, PeriodFields } from '../period-fields.tsx';
import { Panel } from './panel.tsx';

/** The month before the one that `now` (ms) is in at the shop, which is what a bookkeeper asks for. */
export function lastMonth(now: number): Days {
  const [year = 0, month = 1] = dayOf(now).split('-').map(Number);
  const day = (...date: [month: number, day: number]): string =>
    new Date(Date.UTC(year, ...date)).toISOString().slice(0, 10);
  return { from: day(month - 2, 1), to: day(month - 1, 0) };
}

/** The server's word about the field that it refuses, else about the whole. */
const refusalText = (error: unknown): string =>
  (error instanceof ApiProblem ? error.problem.errors?.[0]?.message : undefined) ?? failureText(error);

/** What was paid, given back and kept by the payment service, order by order, as a file without names. */
export function Bookkeeping() {
  const [days, setDays] = useState(() => lastMonth(Date.now()));
  const save = useMutation({
    async mutationFn({ from, to }: Days) {
      const file = await download(`/bookkeeping.csv?from=${from}&to=${to}`, 'text/csv');
      saveFile(file, `karigar-bookkeeping-${from}-${to}.csv`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(days);
  };

  return (
    <Panel title="Bookkeeping">
      <Text mb="md">
        All paid orders placed in this period: gross, refund, net and the payment provider’s fee.
      </Text>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <PeriodFields
            labels={{ from: 'First day', to: 'Last day' }}
            value={days}
            required
            onChange={setDays}
          />
          <Button type="submit" loading={save.isPending}>
            Download CSV
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {save.error !== null && (
          <Alert color="red" title="The file could not be created" mt="md">
            {refusalText(save.error)}
          </Alert>
        )}
      </div>
    </Panel>
  );
}
