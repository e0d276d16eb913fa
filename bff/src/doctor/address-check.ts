import { get } from 'node:http';
import { get as getSecure } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { type Check, DoctorFault, noAnswer } from './check.ts';

/** What the public address of the shop answered to `/api/readyz`. */
interface Answer {
  status: number;
  body: string;
  /** Days until the certificate ends; null without one. */
  daysLeft: number | null;
}

/** Caddy renews a month before the end. */
const fewDays = 14;
const timeoutMs = 10_000;

/** Checks that the public address of the shop leads through DNS and proxy to a server that is ready. */
export const addressCheck = (shopUrl: string, production: boolean): Check => ({
  name: 'address',
  good: `${shopUrl} leads to a server that is ready`,
  async ask() {
    const { protocol, host } = new URL(shopUrl);
    if (production && protocol !== 'https:')
      throw new DoctorFault(`SHOP_URL is ${shopUrl}: set it to the public address, with https.`);
    const answer = await askShop(shopUrl).catch((error: unknown) => {
      throw noAnswer(host, error);
    });
    return judgeAddress(host, answer);
  },
});

/** Answers what is weak of an answer. Throws {@link DoctorFault} when it is not that of a shop that is ready. */
export function judgeAddress(host: string, { status, body, daysLeft }: Answer): string[] {
  if (!body.includes('"ready":'))
    throw new DoctorFault(`${host} answers, but not as this shop (status ${status}): look at DNS and proxy.`);
  if (status !== 200)
    throw new DoctorFault(`A server answers at ${host} and is not ready: /api/readyz says what is away.`);
  return daysLeft !== null && daysLeft < fewDays
    ? [`The certificate ends in ${Math.floor(daysLeft)} days and was not renewed: read the log of the proxy.`]
    : [];
}

function askShop(shopUrl: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const url = new URL('/api/readyz', shopUrl);
  const ask = url.protocol === 'https:' ? getSecure : get;
  const request = ask(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
    const ends = (response.socket as Partial<TLSSocket>).getPeerCertificate?.().valid_to;
    const daysLeft = ends === undefined ? null : (Date.parse(ends) - Date.now()) / 86_400_000;
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body, daysLeft }));
  });
  request.on('error', reject);
  return promise;
}
