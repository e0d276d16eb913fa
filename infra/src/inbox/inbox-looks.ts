import { html, raw } from 'hono/html';

const styles = `
:root { color-scheme: light dark; --ground: #fbf8f3; --card: #fff; --text: #1b2420; --quiet: #635b4e; --line: #e9e2d6; --brand: #0b5d4e; --mark: #f2a33a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0c1512; --card: #1b2924; --text: #e4ede8; --quiet: #a2b5ac; --line: #3f544c; --brand: #78bca8; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 Figtree, system-ui, sans-serif; }
header, main { max-width: 1320px; margin: 0 auto; padding: 16px; }
header { border-bottom: 3px solid var(--mark); }
header p { margin: 0; color: var(--quiet); }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0 0 8px; }
a { color: var(--brand); }
a:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 4px; }
nav a { display: inline-flex; align-items: center; min-height: 44px; padding-right: 16px; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-bottom: 1px solid var(--line); }
li a { display: grid; gap: 2px 16px; padding: 12px 4px; color: inherit; text-decoration: none; min-height: 44px; overflow-wrap: anywhere; }
li a:hover strong { text-decoration: underline; }
li span, dt, .quiet { color: var(--quiet); font-size: 14px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe, pre { width: 100%; height: 820px; margin: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
pre { height: auto; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
@media (min-width: 900px) {
  li a { grid-template-columns: 2fr 1fr max-content; align-items: baseline; }
  .views { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; align-items: start; }
}
@media (max-width: 899px) { .views section + section { margin-top: 24px; } }
`;

/** Puts a page of the inbox into its frame. */
export const inboxPage = (title: string, content: unknown) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body>${content}</body>
</html>`;
