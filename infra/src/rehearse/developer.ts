import type { ProductionShop } from './production-shop.ts';
import type { Walk } from './walk.ts';

/** Asks what a developer asks of a running shop. */
export async function walkDeveloper(walk: Walk, { url, environment }: ProductionShop): Promise<void> {
  walk.begin('A developer');
  await walk.step('reads /api/openapi.json', 'a description of every call', async () => {
    const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: object };
    if (!('/orders' in paths || '/api/orders' in paths)) throw new Error('it does not know /orders');
    return `${Object.keys(paths).length} paths`;
  });
  await walk.step(
    'reads /metrics',
    'measurements for whoever has the token, nothing for others',
    async () => {
      const read = (token?: string) =>
        fetch(`${url}/metrics`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
      const [without, wrong, right] = await Promise.all([read(), read('x'), read(environment.METRICS_TOKEN)]);
      const text = await right.text();
      if (without.ok || wrong.ok) throw new Error('anybody may read them');
      if (!text.includes('karigar_request_seconds')) throw new Error(`with the token: ${right.status}`);
      return `${without.status} without the token, ${text.split('\n').length} lines with it`;
    },
  );
  await walk.step('looks at the headers of the page', 'HSTS and a Content-Security-Policy', async () => {
    const { headers } = await fetch(`${url}/`);
    for (const name of ['strict-transport-security', 'content-security-policy'])
      if (!headers.has(name)) throw new Error(`${name} is missing`);
    return headers.get('strict-transport-security') ?? '';
  });
}
