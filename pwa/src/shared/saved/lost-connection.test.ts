import { expect, test, vi } from 'vitest';
import { type Repair, repairConnection } from './lost-connection.ts';

const lost = Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' });
const repair = (over: Partial<Repair>): Repair => ({
  probe: () => Promise.resolve(),
  reopen: () => Promise.resolve(),
  reload: vi.fn(),
  alreadyReloaded: () => false,
  wanted: () => true,
  ...over,
});

test('a healthy database is left alone', async () => {
  const reopen = vi.fn();
  expect(await repairConnection(repair({ reopen }))).toBe('fine');
  expect(reopen).not.toHaveBeenCalled();
});

test('a lost connection is opened again', async () => {
  const probe = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue(0);
  expect(await repairConnection(repair({ probe }))).toBe('reopened');
});

test('when that fails too the page reloads, once', async () => {
  const reload = vi.fn();
  const broken = { probe: () => Promise.reject(lost), reload };
  expect(await repairConnection(repair(broken))).toBe('reloading');
  expect(await repairConnection(repair({ ...broken, alreadyReloaded: () => true }))).toBe('gave-up');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a database whose person leaves meanwhile is neither opened again nor a reason to reload', async () => {
  const reopen = vi.fn(() => Promise.reject(lost));
  const reload = vi.fn();
  const left = { probe: () => Promise.reject(lost), reload, reopen };
  expect(await repairConnection(repair({ ...left, wanted: () => false }))).toBe('fine');
  expect(reopen).not.toHaveBeenCalled();
  const wanted = vi.fn(() => false).mockReturnValueOnce(true);
  expect(await repairConnection(repair({ ...left, wanted }))).toBe('fine');
  expect(reload).not.toHaveBeenCalled();
});

test('another fault is no lost connection', async () => {
  const reopen = vi.fn();
  const probe = () => Promise.reject(new TypeError('x is undefined'));
  expect(await repairConnection(repair({ probe, reopen }))).toBe('fine');
  expect(reopen).not.toHaveBeenCalled();
});
