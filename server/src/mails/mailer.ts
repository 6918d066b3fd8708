// The door to the mail server. One function, so that nothing else knows SMTP; the outbox worker (send.ts)
// calls it. nodemailer writes the message (encodings, headers) and speaks SMTP.
import { createTransport } from 'nodemailer';
import { SECOND } from '../core/clock.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';

export interface OutgoingMail {
  /** The same in every attempt: receivers that see it twice may drop the second. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type MailResult =
  | { readonly kind: 'sent' }
  /** The server will never take it: an unknown recipient, a message it does not like. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may take it later, or it did and its word was lost. */
  | { readonly kind: 'failed'; readonly reason: string };

export type Mailer = (mail: OutgoingMail) => Promise<MailResult>;

const CONNECT_LIMIT = 10 * SECOND;
const SILENCE_LIMIT = 30 * SECOND;
const REASON_LENGTH_MAX = 300;

/** `url` is smtp: or smtps: with user and password if the server wants them; `from` the sender of every mail. */
export function smtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: CONNECT_LIMIT,
    greetingTimeout: CONNECT_LIMIT,
    socketTimeout: SILENCE_LIMIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = settings.from.replace(/^.*@/, '').replace(/>$/, '');
  return async (mail) => {
    assertOutsideTransaction();
    try {
      await transport.sendMail({
        from: settings.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        // RFC 3834 section 5: no holiday replies to a machine.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { kind: 'sent' };
    } catch (error) {
      return failure(error);
    }
  };
}

/**
 * RFC 5321 section 4.2.1: 5yz is final. It is so about a recipient and a message; about the login or the
 * sender it is a mistake of the operator's, who can mend it.
 */
function failure(error: unknown): MailResult {
  const facts = error as { message?: unknown; responseCode?: unknown; command?: unknown };
  const reason = String(facts.message ?? error).slice(0, REASON_LENGTH_MAX);
  const isFinal = typeof facts.responseCode === 'number' && facts.responseCode >= 500;
  const isAboutMail = facts.command === 'RCPT TO' || facts.command === 'DATA';
  return { kind: isFinal && isAboutMail ? 'refused' : 'failed', reason };
}
