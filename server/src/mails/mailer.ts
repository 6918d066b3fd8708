// The SMTP client. nodemailer builds the message (encodings, headers) and implements SMTP.
import { createTransport } from 'nodemailer';
import { SECOND } from '../core/clock.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';

export interface AttachedImage {
  readonly contentType: string;
  readonly content: Buffer;
}

const LOGO_CID = 'merchant-logo';
/** Attached images are shown without asking, and do not report when an email is read. */
export const LOGO_SOURCE = `cid:${LOGO_CID}`;

export interface OutgoingMail {
  /** The same in every attempt, so that receivers can drop duplicates. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same in every attempt, like the ID. Null: now. */
  readonly createdAt: Date | null;
  /** Shown as the sender. Null: the name in `from`. The address is always ours. */
  readonly senderName?: string | null;
  /** An image that the HTML shows (`LOGO_SOURCE`). */
  readonly logo?: AttachedImage | null;
  /** Where mail programs unsubscribe with one request (RFC 8058). Null: the email is not optional. */
  readonly unsubscribe: string | null;
}

export type MailResult =
  | { readonly kind: 'sent' }
  /** Permanently rejected by the server: an unknown recipient or unacceptable content. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A temporary failure, or the server accepted the email and the reply was lost. */
  | { readonly kind: 'failed'; readonly reason: string };

export type Mailer = (mail: OutgoingMail) => Promise<MailResult>;

const CONNECT_LIMIT = 10 * SECOND;
const SILENCE_LIMIT = 30 * SECOND;
const REASON_LENGTH_MAX = 300;

/** `url` is smtp: or smtps:, with credentials if the server requires them. `from` is the sender. */
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
        from: senderOf(mail.senderName ?? null, settings.from),
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: mail.createdAt ?? undefined,
        attachments: attachmentsOf(mail.logo ?? null),
        messageId: `<${mail.id}@${domain}>`,
        headers: headersOf(mail),
      });
      return { kind: 'sent' };
    } catch (error) {
      return failure(error);
    }
  };
}

/** nodemailer quotes and encodes the name. */
function senderOf(name: string | null, from: string) {
  return name === null
    ? from
    : { name, address: from.replace(/^.*</, '').replace(/>$/, '').trim() };
}

function attachmentsOf(logo: AttachedImage | null) {
  return logo === null
    ? []
    : [
        {
          cid: LOGO_CID,
          filename: `logo.${logo.contentType.replace('image/', '')}`,
          contentDisposition: 'inline' as const,
          ...logo,
        },
      ];
}

function headersOf({ unsubscribe }: OutgoingMail): Record<string, string> {
  // RFC 3834 section 5: suppresses automatic replies.
  const headers = { 'Auto-Submitted': 'auto-generated' };
  if (unsubscribe === null) return headers;
  return {
    ...headers,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * RFC 5321 section 4.2.1: 5yz is permanent. An error of the login or the sender is retried, because the operator can
 * fix the configuration.
 */
function failure(error: unknown): MailResult {
  const facts = error as { message?: unknown; responseCode?: unknown; command?: unknown };
  const reason = String(facts.message ?? error).slice(0, REASON_LENGTH_MAX);
  const isFinal = typeof facts.responseCode === 'number' && facts.responseCode >= 500;
  const isAboutMail = facts.command === 'RCPT TO' || facts.command === 'DATA';
  return { kind: isFinal && isAboutMail ? 'refused' : 'failed', reason };
}
