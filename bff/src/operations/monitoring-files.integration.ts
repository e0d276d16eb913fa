import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { RunningShop } from '../testing/running-shop.ts';

const project = new URL('../../../', import.meta.url);
const textOf = (path: string) => readFile(new URL(path, project), 'utf8');
/** What each alert is made of; `promtool` in `npm test` reads the file as Prometheus does. */
const alerts = [
  ...(await textOf('infra/monitoring/alerts.yaml')).matchAll(
    /- alert: (?<name>\w+)\n {8}expr: (?:\|\n(?<lines>(?: {10}.*\n)+)|(?<line>.*)\n)(?<rest>(?: {8}.*\n)+)/g,
  ),
].map(({ groups }) => ({
  name: groups?.name ?? '',
  expr: groups?.lines ?? groups?.line ?? '',
  rest: groups?.rest ?? '',
}));
const dashboard = JSON.parse(await textOf('infra/monitoring/dashboard.json')) as {
  annotations: { list: { expr: string }[] };
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
};
const shownExpressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
];

/** What others than the server tell: Prometheus itself, the blackbox exporter, the node exporter. */
const ofOthers = ['up', 'probe_success', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'];
/** The metrics that a PromQL expression names: what is left without texts, labels and ranges and is no function or operator. */
const metricsIn = (expr: string): string[] =>
  [
    ...expr
      .replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')
      .replaceAll(/\{[^}]*\}|\b(by|on|without)\s*\([^)]*\)/g, ' ')
      .matchAll(/\b[a-z_]\w*\b(?!\s*\()/gi),
  ]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless'].includes(name));
const duplicates = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

it('every metric of the alerts and of the dashboard is one that a server tells', async () => {
  const shop = await RunningShop.start();
  const text = await (await fetch(`${shop.shop.url}/metrics`)).text();
  await shop.stop();
  const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  );
  const named = [...alerts.map(({ expr }) => expr), ...shownExpressions].flatMap(metricsIn);
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !told.includes(name) && !ofOthers.includes(name))).toEqual([]);
  expect(ofOthers.filter((name) => !named.includes(name))).toEqual([]);
});

it('every alert has a name of its own and a test', async () => {
  const names = alerts.map(({ name }) => name).toSorted();
  expect(duplicates(names)).toEqual([]);
  const source = await textOf('infra/monitoring/alerts.yaml');
  expect(source.match(/\balert:/g)).toHaveLength(names.length);
  const tests = await textOf('infra/monitoring/alerts.test.yaml');
  const fired = [...tests.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(fired)].toSorted()).toEqual(names);
});

it('every alert says how urgent it is and what to do, and names the chapter that the handbook gives it', async () => {
  const handbook = await textOf('events/HANDBOOK.md');
  const chapters = [...handbook.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
  const rows = [...handbook.matchAll(/^\| (?<names>[A-Z]\w+(?:, \w+)*) \| (?<chapter>\d+) \|$/gm)];
  const table = rows.flatMap(({ groups }) =>
    (groups?.names ?? '').split(', ').map((name) => ({ name, chapter: groups?.chapter })),
  );
  expect(table.map(({ name }) => name).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  for (const { name, rest } of alerts) {
    expect([name, rest]).toEqual([name, expect.stringMatching(/severity: (page|ticket|info)\n/)]);
    expect([name, rest]).toEqual([name, expect.stringMatching(/ summary: .{10}.* action: .{10}/s)]);
    const named = [...rest.matchAll(/handbook, ([\d, and]*\d)/gi)].flatMap(([, list = '']) =>
      list.split(/\D+/),
    );
    expect([name, ...named]).toContain(table.find((row) => row.name === name)?.chapter);
    for (const chapter of named) expect([name, ...chapters]).toContain(chapter);
  }
});

it('every panel has an expression, and Prometheus reads it', async () => {
  const shown = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(shown.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
  const rules = shownExpressions.map((expr, at) => ({ record: `panel:${at}`, expr }));
  const folder = await mkdtemp(join(tmpdir(), 'karigar-panels-'));
  try {
    const file = join(folder, 'panels.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const { stdout } = await promisify(execFile)('promtool', ['check', 'rules', file]);
    expect(stdout).toContain(`${rules.length} rules found`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
