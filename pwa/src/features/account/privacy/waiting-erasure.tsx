import { Text } from '@mantine/core';
import { getMe } from '../../../shared/api/calls.ts';
import { createPersonRevalidation, usePersonData } from '../../../shared/saved/person-data.ts';
import { factOf, personDb } from '../../../shared/saved/person-db.ts';
import { dateTime } from '../../../shared/ui/time.ts';

const erasureOf = createPersonRevalidation(async ({ uid }) => {
  const { erasesAt } = await getMe();
  await personDb(uid).write(({ facts }) => facts.put({ key: 'erasure', at: erasesAt }));
});

/** Asks the shop anew whether an erasure of the person waits, after they have asked for one. */
export const rereadErasure = (uid: string): Promise<void> => erasureOf(uid).runAnew();

/** Says what an erasure that the person has asked for waits for, and until when; nothing when none waits, or none is known of. */
export function WaitingErasure() {
  const { data: erasesAt } = usePersonData<string | null>(erasureOf, async (tables) => ({
    data: (await factOf(tables, 'erasure'))?.at,
    savedAt: null,
  }));
  if (!erasesAt) return null;
  return (
    <Text maw="65ch" mb="md">
      You asked us to erase your account.{' '}
      {Date.parse(erasesAt) <= Date.now() ? (
        // The day has come, and something else holds it up: the shop tries again every minute.
        'We’re waiting until every paid order is shipped or refunded and our payment provider answers. Then we’ll erase everything automatically; you don’t have to ask again.'
      ) : (
        <>
          The law requires us to keep your invoices until <strong>{dateTime(erasesAt)}</strong>. On that day
          we’ll erase everything automatically.
        </>
      )}
    </Text>
  );
}
