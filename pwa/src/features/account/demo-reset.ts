import type { ShopConfig } from '@karigar/bff/contracts';
import { answerLimit } from '../../shared/api/http.ts';

interface SentMail {
  email: string;
  requestType: string;
  oobCode: string;
}

/**
 * The code of the newest reset mail that the demo's identity emulator would have sent to this address; null when there
 * is none. Throws when the emulator does not answer.
 */
export async function newestResetCode(
  { projectId }: ShopConfig['auth'],
  email: string,
): Promise<string | null> {
  const response = await fetch(`/emulator/v1/projects/${encodeURIComponent(projectId)}/oobCodes`, {
    signal: AbortSignal.timeout(answerLimit),
  });
  if (!response.ok) throw new Error('The demo shows no mails right now.');
  const { oobCodes = [] } = (await response.json()) as { oobCodes?: SentMail[] };
  const mails = oobCodes.filter(
    (mail) => mail.requestType === 'PASSWORD_RESET' && mail.email.toLowerCase() === email.toLowerCase(),
  );
  return mails.at(-1)?.oobCode ?? null;
}

/** Sets a new password with a reset code, as the page behind the mailed link does. Throws with the provider's words. */
export async function resetPassword(
  { apiKey }: ShopConfig['auth'],
  oobCode: string,
  newPassword: string,
): Promise<void> {
  const address = `/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=${encodeURIComponent(apiKey)}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ oobCode, newPassword }),
    signal: AbortSignal.timeout(answerLimit),
  });
  if (response.ok) return;
  const { error } = (await response.json()) as { error?: { message?: string } };
  throw new Error(error?.message ?? 'The new password was not taken.');
}
