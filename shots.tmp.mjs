import { chromium } from '@playwright/test';
const url = process.env.URL ?? 'http://127.0.0.1:8941';
const only = (process.argv[2] ?? '').split(',').filter(Boolean);
const j = async (m, p, body, token) => { const r = await fetch(url + '/api' + p, { method: m, headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}) }); return r.json(); };
const cfg = await j('GET', '/config');
const acc = cfg.demoAccounts.find((a) => a.role === 'user');
const si = await (await fetch(url + '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...acc, returnSecureToken: true }) })).json();
const { token } = await j('PUT', `/user/${acc.email}`, { email: acc.email }, si.idToken);
const tools = await j('GET', '/tools');
let orders = await j('GET', `/orders/${acc.email}`, undefined, token);
if (orders.filter((o) => !o.paid).length === 0) { await j('POST', '/orders', { toolId: tools[1]._id, email: acc.email, name: si.displayName, address: 'House 12, Road 7, Dhanmondi', city: 'Dhaka', zip: '1209', quantity: tools[1].minOrderQuantity }, token); orders = await j('GET', `/orders/${acc.email}`, undefined, token); }
const unpaid = orders.find((o) => !o.paid); const paid = orders.find((o) => o.paid) ?? unpaid;
const pages = { home: '/', tools: '/tools', tool: `/tools/${tools[0]._id}`, login: '/login', signup: '/signup', purchase: `/purchase/${tools[0]._id}`, profile: '/dashboard', orders: '/dashboard/myorders', order: `/dashboard/orders/${paid._id}`, payment: `/dashboard/payment/${unpaid._id}`, review: '/dashboard/addreview' };
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
for (const width of (process.argv[3] ?? '390,1440').split(',').map(Number)) for (const scheme of (process.argv[4] ?? 'light').split(',')) {
  const ctx = await browser.newContext({ viewport: { width, height: width < 800 ? 844 : 900 }, colorScheme: scheme, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await ctx.newPage();
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) console.log(m.type(), m.text().slice(0, 300)); });
  page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 500)));
  for (const [name, path] of Object.entries(pages)) {
    if (only.length && !only.includes(name)) continue;
    const open = ['login', 'signup'].includes(name);
    await page.goto(url + '/api/healthz');
    await page.evaluate(({ token, user, open }) => { if (open) { localStorage.clear(); return; } localStorage.setItem('accessToken', token); localStorage.setItem('karigar.person', JSON.stringify(user)); }, { token, open, user: { uid: si.localId, email: acc.email, name: si.displayName || 'Rahima', photoURL: null, admin: false } });
    await page.goto(url + path);
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(700);
    await page.evaluate(async () => { for (let y = 0; y < document.body.scrollHeight; y += 600) { scrollTo(0, y); await new Promise((r) => setTimeout(r, 60)); } scrollTo(0, 0); });
    await page.waitForTimeout(400);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log('OVERFLOW', name, width, over);
    await page.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png`, fullPage: true });
  }
  await ctx.close();
}
await browser.close();
