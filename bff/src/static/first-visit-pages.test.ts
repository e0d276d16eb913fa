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
    const page = (name: string, paths: string[], tools?: string) => {
      const words = { title: name, description: `About ${name}` };
      return { paths, file: `/first-visit/${name}.html`, tools, ...words };
    };
    const list = [
      page('tool', ['/tools/:id'], 'one'),
      page('home', ['/', '/home']),
      page('tools', ['/tools'], 'newest'),
    ];
    await writeFile(join(dist, 'first-visit', 'pages.json'), JSON.stringify(list));
    const pages = await firstVisitPages(dist);
    const home = {
      ...{ file: '/first-visit/home.html', title: 'home', description: 'About home' },
      ...{ path: '/', toolId: null, above: [] },
    };
    expect([pages('/'), pages('/home')]).toEqual([home, home]);
    const [atHome, atTools] = [
      { title: 'home', path: '/' },
      { title: 'tools', path: '/tools' },
    ];
    expect(pages('/tools')).toMatchObject({ path: '/tools', tools: 'newest', toolId: null, above: [atHome] });
    const tool = { path: '/tools/:id', tools: 'one', toolId: 't1', above: [atHome, atTools] };
    expect(pages('/tools/t1')).toMatchObject(tool);
    expect(pages('/tools/t1/')).toMatchObject(tool);
    for (const path of ['/tool', '/tools/t1/more', '/blog', '']) {
      expect([path, pages(path)]).toEqual([path, undefined]);
    }
  });

  it('are none in a build without a list', async () => {
    expect((await firstVisitPages(dist))('/')).toBeUndefined();
  });
});
