import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inboxPages } from './inbox-pages.ts';
import { type LetterStore, openLetterStore } from './letters.ts';

let dir = '';
let store: LetterStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karigar-inbox-'));
  store = openLetterStore(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const letter = (messageId: string, subject: string, html = '<p>Hi</p>') => ({
  messageId,
  subject,
  html,
  from: 'Karigar <orders@shop.example>',
  to: 'Eve <eve@example.com>',
  text: 'Hi',
});
const get = async (path: string) => {
  const answer = await inboxPages(store).request(path);
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy'),
    text: await answer.text(),
  };
};

describe('the inbox', () => {
  it('shows nothing to a page whose name leads to this machine', async () => {
    expect((await get('http://evil.example/inbox')).status).toBe(403);
    expect((await get('http://127.0.0.1:4000/inbox')).status).toBe(200);
  });

  it('keeps a letter that comes twice once, and counts it, also after a restart', () => {
    store.add(letter('1@shop', 'First'));
    store.add(letter('2@shop', 'Second'));
    store.add(letter('1@shop', 'First'));
    const seen = () =>
      openLetterStore(dir)
        .list()
        .map(({ subject, times }) => [subject, times]);
    expect(seen()).toEqual(
      expect.arrayContaining([
        ['First', 2],
        ['Second', 1],
      ]),
    );
    expect(seen()).toHaveLength(2);
  });

  it('lists what came, and says so when nothing did', async () => {
    expect((await get('/inbox')).text).toContain('No emails yet.');
    store.add(letter('1@shop', 'Receipt'));
    const [{ id } = { id: '' }] = store.list();
    expect((await get('/inbox')).text).toContain(`href="/inbox/${id}"`);
    expect((await get('/inbox/unknown')).status).toBe(404);
  });

  it('shows letters as text in its own pages, and their HTML only where it can do nothing', async () => {
    const hostile = '<script>alert(1)</script><form action="https://evil.example">';
    store.add(letter('1@shop', '<img src=x onerror=alert(1)>', hostile));
    const [{ id } = { id: '' }] = store.list();
    for (const path of ['/inbox', `/inbox/${id}`]) {
      const { text, policy } = await get(path);
      expect(text).not.toMatch(/<script|<img|<form/);
      expect(policy).toContain("default-src 'none'");
    }
    const page = await get(`/inbox/${id}`);
    expect(page.text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const shown = await get(`/inbox/${id}/letter`);
    expect(shown.text).toContain(hostile);
    expect(shown.policy).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
  });
});
