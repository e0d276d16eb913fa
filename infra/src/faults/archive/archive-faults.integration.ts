import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { type ArchiveEnvironment, openArchiveEnvironment } from './archive-environment.ts';
import { lossFaults } from './loss-faults.ts';
import { nothingBefore, runArchiveRound } from './run-archive.ts';

let environment: ArchiveEnvironment | undefined;

beforeAll(async () => {
  environment = await openArchiveEnvironment({ buyers: 4, archivers: 1, events: 300 });
}, 300_000);
afterAll(async () => {
  await environment?.close();
});

it('has every order once that was said to be archived, when Redis is lost with its disk under load', {
  timeout: 400_000,
}, async () => {
  const [fault] = lossFaults;
  if (environment === undefined || fault === undefined) throw new Error('The environment was not opened');
  const round = { name: 'lost', random: seededRandom(5), before: nothingBefore() };
  const result = await runArchiveRound(environment, fault, round);
  expect(result.findings).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(20);
  expect(result.losses).toHaveLength(1);
});
