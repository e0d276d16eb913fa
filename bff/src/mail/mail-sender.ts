import { createTransport } from 'nodemailer';
import { hostOf, isLoopbackHost } from '../http/client-address.ts';
import { NoticeFault, noticesAtOnce } from '../notices/notice.ts';

/** An address with the name that is shown for it. */
interface Mailbox {
  name: string;
  address: string;
}

/** How the shop sends mail. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  smtpUrl: string;
  from: Mailbox;
  replyTo: Mailbox;
}

/** A letter that is ready to go. */
interface Mail {
  to: Mailbox;
  /** Without angle brackets; a letter that comes twice has it twice. */
  messageId: string;
  subject: string;
  html: string;
  text: string;
}

/** The longest that one try lasts. */
const tryMs = 10_000;

/** Tells whether the connection to a mail server has to be encrypted: except on this machine itself. */
export const mustEncrypt = (smtpUrl: string): boolean => !isLoopbackHost(hostOf(smtpUrl) ?? '');

/**
 * Opens the way to the mail server; connections are made when needed, and encrypted where `requireTls` and `mustEncrypt` say so; `timeoutMs` is
 * the longest that one try lasts.
 */
export function openMailSender(
  { smtpUrl, from, replyTo }: MailSettings,
  requireTls: boolean,
  timeoutMs: number = tryMs,
) {
  const transport = createTransport({
    pool: true,
    // With server, port, name and password.
    url: smtpUrl,
    requireTLS: requireTls && mustEncrypt(smtpUrl),
    maxConnections: noticesAtOnce,
    // The queue has its own pauses.
    maxRequeues: 0,
    idleTimeout: 30_000,
    dnsTimeout: 4_000,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 8_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Hands a letter to the mail server. Throws `NoticeFault` with nothing personal in it. */
    async send({ to, messageId, ...mail }: Mail): Promise<void> {
      // Ends the connection, too: a slow server must neither take a letter that is tried anew by then, nor keep the connection from others.
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        await transport.sendMail({
          ...mail,
          signal,
          // As objects, so that nothing in a name is read as an address or a header.
          from: { ...from },
          replyTo: { ...replyTo },
          to: { ...to },
          messageId: `<${messageId}>`,
          headers: {
            // Keeps out-of-office replies away (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
          },
        });
      } catch (error) {
        throw signal.aborted ? new NoticeFault('The mail server does not answer in time.') : mailFault(error);
      }
    },
    /** Logs in and sends nothing. Throws `NoticeFault` when the mail server is away or refuses the login. */
    async check(): Promise<void> {
      await transport.verify().catch((error: unknown) => {
        throw mailFault(error);
      });
    },
    close: () => transport.close({ force: true }),
  };
}

/** Says what went wrong without the server's own words, which repeat addresses. */
export function mailFault(error: unknown): NoticeFault {
  const { code = '', command, responseCode = 0 } = error as MailError;
  const answer = responseCode === 0 ? '' : ` (answer ${responseCode})`;
  if (code === 'EAUTH')
    return new NoticeFault(
      `The mail server refuses the shop’s name and password${answer}: look at SMTP_URL.`,
    );
  if (code === 'ETLS')
    return new NoticeFault(`The connection to the mail server cannot be encrypted${answer}.`);
  if (command === 'RCPT TO' && responseCode >= 500)
    return new NoticeFault(`The mail server refuses the recipient${answer}.`, { isFinal: true });
  if (code === 'EENVELOPE' && command === 'API')
    return new NoticeFault('This is not a valid email address.', { isFinal: true });
  if (answer !== '') return new NoticeFault(`The mail server does not accept the email${answer}.`);
  return new NoticeFault(`The mail server does not answer${/^E[A-Z]+$/.test(code) ? ` (${code})` : ''}.`);
}

interface MailError {
  code?: string;
  command?: string;
  responseCode?: number;
}
