import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { inboxPage } from './inbox-looks.ts';
import type { LetterStore, StoredLetter } from './letters.ts';

/** The inbox's own pages: no script, nothing from elsewhere. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/**
 * Letters are strangers: no script, no form, nothing loaded, an origin of their own. Their links open beside the inbox.
 */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
const letterPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox ${sandbox}`;

const clock = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZoneName: 'short',
});
const when = ({ at, times }: StoredLetter): string =>
  `${clock.format(at)}${times > 1 ? `, came ${times} times and is kept once` : ''}`;

/** Makes the pages of the inbox, and for harnesses the list of all letters as JSON, which lies outside of what the shop passes through. */
export function inboxPages(store: LetterStore): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    // A page whose name leads to this machine (DNS rebinding) reads no email.
    if (!/^(localhost|127(\.\d+){3})$/.test(new URL(c.req.url).hostname))
      return c.text('Open the inbox through the shop.', 403);
    await next();
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', pagePolicy);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  });
  app.get('/letters', (c) => c.json(store.list()));
  app.get('/inbox', (c) => c.html(inboxPage('Demo inbox', listPage(store.list()))));
  app.get('/inbox/:id', (c) => {
    const letter = store.find(c.req.param('id'));
    return letter === undefined ? c.notFound() : c.html(inboxPage(letter.subject, letterPage(letter)));
  });
  app.get('/inbox/:id/letter', (c) => {
    const found = store.find(c.req.param('id'))?.html ?? null;
    if (found === null) return c.notFound();
    c.header('Content-Security-Policy', letterPolicy);
    return c.html(`<base target="_blank">${found}`);
  });
  app.notFound((c) =>
    c.html(
      inboxPage(
        'Not found',
        html`<main><h1>This email was not found</h1><p><a href="/inbox">All emails</a></p></main>`,
      ),
      404,
    ),
  );
  return app;
}

function listPage(letters: readonly StoredLetter[]) {
  const rows = letters.map(
    (letter) =>
      html`<li><a href="/inbox/${letter.id}"><strong>${letter.subject || '(no subject)'}</strong><span>To ${letter.to}</span><span>${when(letter)}</span></a></li>`,
  );
  return html`<header><nav><a href="/">Back to the shop</a></nav><h1>Demo inbox</h1>
<p>Emails the shop would have sent. This demo sends no real email.</p></header>
<main>${
    letters.length === 0
      ? html`<p>No emails yet. Place and pay for an order to see its receipt here.</p>`
      : html`<ul>${rows}</ul>`
  }</main>`;
}

function letterPage(letter: StoredLetter) {
  const shown =
    letter.html === null
      ? html`<p class="quiet">This email has no HTML version.</p>`
      : html`<iframe title="Email" src="/inbox/${letter.id}/letter" sandbox="${raw(sandbox)}"></iframe>`;
  return html`<header><nav><a href="/inbox">All emails</a></nav><h1>${letter.subject || '(no subject)'}</h1></header>
<main>
<dl><dt>From</dt><dd>${letter.from}</dd><dt>To</dt><dd>${letter.to}</dd><dt>Received</dt><dd>${when(letter)}</dd></dl>
<div class="views">
<section aria-labelledby="letter"><h2 id="letter">As email programs show it</h2>${shown}</section>
<section aria-labelledby="text"><h2 id="text">As plain text</h2><pre tabindex="0">${letter.text}</pre></section>
</div>
</main>`;
}
