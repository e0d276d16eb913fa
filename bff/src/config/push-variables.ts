import { z } from 'zod';
import type { PushSettings } from '../push/open-push.ts';
import { isHostPattern, isLocalService } from '../push/push-hosts.ts';
import { publicKeyOf } from '../push/vapid.ts';
import { listOf, optional, text } from './variables.ts';

/** A private key of P-256 as 32 bytes in base64url, with the public key that belongs to it. */
const vapidPrivateKey = text.transform((privateKey, faults) => {
  try {
    if (Buffer.from(privateKey, 'base64url').length === 32)
      return { privateKey, publicKey: publicKeyOf(privateKey) };
  } catch {
    // Said below.
  }
  faults.addIssue('must be a private key of P-256: 32 bytes in base64url');
  return z.NEVER;
});

/** How somebody who runs a push service reaches the shop's people (RFC 8292, 2.1). */
const pushContact = text.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
  error: 'must be an address such as mailto:hello@shop.example or https://shop.example/contact',
});

/** Tells whether an email address can be nobody's (RFC 2606), such as that of the demo. */
const isReservedAddress = (email: string): boolean =>
  /[.@](example|invalid|localhost|test|example\.(com|net|org))$/i.test(email);

/** Reads what the environment says of pushes; `fault` takes a fault that no variable has alone. */
export function pushVariables(
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
  fault: (sentence: string) => void,
  { production, contactEmail }: { production: boolean; contactEmail: string },
): PushSettings {
  const key = read('VAPID_PRIVATE_KEY', optional(vapidPrivateKey));
  const publicKey = read('VAPID_PUBLIC_KEY', optional(text));
  if ((key?.publicKey ?? null) !== publicKey)
    fault('VAPID_PUBLIC_KEY must be the key that belongs to VAPID_PRIVATE_KEY: set both, or neither');
  const ofContact = production && isReservedAddress(contactEmail) ? null : `mailto:${contactEmail}`;
  return {
    privateKey: key?.privateKey ?? null,
    subject: read('VAPID_SUBJECT', optional(pushContact)) ?? ofContact,
    added: read(
      'PUSH_HOSTS',
      listOf(
        text.refine((entry) => isHostPattern(entry) || (!production && isLocalService(entry)), {
          error: 'takes host names such as push.example.org or *.example.org',
        }),
      ),
    ),
  };
}
