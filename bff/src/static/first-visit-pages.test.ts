import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstVisitPages } from './first-visit-pages.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'karigar-first-visit-'));
});
afterEach(() => rm(dist, { recursive: true, force: true }));

describe('pages with an HTML file of their own', () => {
  it('are found by their address', async () => {
    await mkdir(join(dist, 'first-visit'));
    const list = [
      { path: '/', file: '/first-visit/home.html' },
      { path: '/tools/:id', file: '/first-visit/tool.html', tools: 'one' },
      { path: '/tools', file: '/first-visit/tools.html', tools: 'newest' },
    ];
    await writeFile(join(dist, 'first-visit', 'pages.json'), JSON.stringify(list));
    const pages = await firstVisitPages(dist);
    expect(pages('/')).toEqual({ file: '/first-visit/home.html', tools: null });
    const tool = { file: '/first-visit/tool.html', tools: { toolId: 't1' } };
    expect(pages('/tools/t1')).toEqual(tool);
    expect(pages('/tools/t1/')).toEqual(tool);
    expect(pages('/tools')).toEqual({ file: '/first-visit/tools.html', tools: 'newest' });
    for (const path of ['/tool', '/tools/t1/more', '/blog', '']) {
      expect([path, pages(path)]).toEqual([path, undefined]);
    }
  });

  it('are none in a build without a list', async () => {
    expect((await firstVisitPages(dist))('/')).toBeUndefined();
  });
});
