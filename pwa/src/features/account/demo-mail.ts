import type { ShopConfig } from '@karigar/bff/contracts';
import { answerLimit } from '../../shared/api/http.ts';

type Auth = ShopConfig['auth'];
/** What a mail of the demo is for. */
type MailKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL';

interface SentMail {
  email: string;
  requestType: string;
  oobCode: string;
}

/**
 * The code of the newest mail of a kind that the demo's identity emulator would have sent to this address; null when there
 * is none. Throws when the emulator does not answer.
 */
export async function newestMailCode(
  { projectId }: Auth,
  email: string,
  kind: MailKind,
): Promise<string | null> {
  const response = await fetch(`/emulator/v1/projects/${encodeURIComponent(projectId)}/oobCodes`, {
    signal: AbortSignal.timeout(answerLimit),
  });
  if (!response.ok) throw new Error('The demo inbox is not available right now. Try again.');
  const { oobCodes = [] } = (await response.json()) as { oobCodes?: SentMail[] };
  const mails = oobCodes.filter(
    (mail) => mail.requestType === kind && mail.email.toLowerCase() === email.toLowerCase(),
  );
  return mails.at(-1)?.oobCode ?? null;
}

/** Sets a new password with a reset code, as the page behind the mailed link does. Throws with the provider's words. */
export const resetPassword = (auth: Auth, oobCode: string, newPassword: string): Promise<void> =>
  useCode(auth, 'resetPassword', { oobCode, newPassword });

/** Proves an address with its code, as the page behind the mailed link does. Throws with the provider's words. */
export const verifyAddress = (auth: Auth, oobCode: string): Promise<void> =>
  useCode(auth, 'update', { oobCode });

async function useCode({ apiKey }: Auth, verb: string, body: Record<string, string>): Promise<void> {
  const address = `/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=${encodeURIComponent(apiKey)}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerLimit),
  });
  if (response.ok) return;
  const { error } = (await response.json()) as { error?: { message?: string } };
  throw new Error(error?.message ?? 'The code in the email was not accepted.');
}
