import type { ShopConfig } from '@karigar/bff/contracts';
import { answerLimit } from '../../shared/api/http.ts';

interface SentMail {
  email: string;
  requestType: string;
  oobCode: string;
}

/** Asks the demo's identity emulator, and gives its answer. Throws with the provider's words, or when it does not answer. */
async function ask<T>(address: string, body?: object): Promise<T> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(answerLimit),
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = (await response.json()) as T & { error?: { message: string } };
  if (!response.ok)
    throw new Error(answer.error?.message ?? 'The demo inbox is not available right now. Try again.');
  return answer;
}

/**
 * Does what the newest mail of the demo to this address is for, as the page behind its link does: `resetPassword` sets
 * `newPassword`, `update` proves the address. Throws with words for the person.
 */
export async function openNewestMail(
  { projectId, apiKey }: ShopConfig['auth'],
  email: string,
  verb: 'resetPassword' | 'update',
  newPassword?: string,
): Promise<void> {
  const kind = verb === 'update' ? 'VERIFY_EMAIL' : 'PASSWORD_RESET';
  const { oobCodes = [] } = await ask<{ oobCodes?: SentMail[] }>(
    `/emulator/v1/projects/${encodeURIComponent(projectId)}/oobCodes`,
  );
  const mail = oobCodes.findLast(
    (sent) => sent.requestType === kind && sent.email.toLowerCase() === email.toLowerCase(),
  );
  if (mail === undefined) throw new Error(`The demo has not sent an email to ${email}.`);
  const { oobCode } = mail;
  const address = `/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=${encodeURIComponent(apiKey)}`;
  await ask(address, { oobCode, newPassword });
}
