import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { download } from '../../../shared/api/download.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { dayOf } from '../../../shared/ui/time.ts';
import { Panel } from './panel.tsx';

/** First and last day, as `2026-11-01`. */
interface Days {
  from: string;
  to: string;
}

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
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      const { from, to } = days;
      const file = await download(`/bookkeeping.csv?from=${from}&to=${to}`, 'text/csv');
      saveFile(file, `karigar-bookkeeping-${from}-${to}.csv`);
    } catch (error) {
      setRefusal(refusalText(error));
    }
    setBusy(false);
  };

  return (
    <Panel title="Bookkeeping">
      <Text mb="md">
        All paid orders placed in this period: gross, refund, net and the payment provider’s fee.
      </Text>
      <form onSubmit={save}>
        <Group align="flex-end">
          <TextInput
            label="First day"
            type="date"
            required
            max={days.to || undefined}
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
          />
          <TextInput
            label="Last day"
            type="date"
            required
            min={days.from || undefined}
            value={days.to}
            onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
          />
          <Button type="submit" loading={busy}>
            Download CSV
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {refusal !== null && (
          <Alert color="red" title="The file could not be created" mt="md">
            {refusal}
          </Alert>
        )}
      </div>
    </Panel>
  );
}
