import type { Config } from './config.ts';

/** Lists what a shop with this configuration goes without: each may be meant so, and none keeps it from serving. */
export function configWarnings({
  production,
  rehearsal,
  adminEmails,
  trustedProxies,
  mail,
}: Pick<Config, 'production' | 'rehearsal' | 'adminEmails' | 'trustedProxies' | 'mail'>): string[] {
  const warnings: string[] = [];
  if (rehearsal)
    warnings.push('REHEARSAL=on: anybody signs in as anybody and no money is real; never serve customers so');
  if (!production) return warnings;
  if (adminEmails.size === 0)
    warnings.push('ADMIN_EMAILS is empty: only accounts that an admin has made admins can manage the shop');
  if (trustedProxies.length === 0)
    warnings.push(
      'TRUSTED_PROXIES is empty: behind a proxy all customers share one rate limit, and declined cards are not counted by address',
    );
  if (mail.smtpUrl === null) warnings.push('SMTP_URL is empty: customers get no emails');
  return warnings;
}
