// The mail server and the sender: both or none.
import type { Config } from './config.ts';
import type { Values } from './values.ts';

/** `pay@shop.example` or `Shop <pay@shop.example>`: one sender, in one line. */
const MAIL_SENDER = /^(?:[^\p{Cc}<>"@,;]* <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u;

export function readMails({
  url,
  optional,
  problems,
}: Values): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = url('CHAINTILL_SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = optional('CHAINTILL_MAIL_FROM');
  if (smtpUrl !== null && mailFrom === null)
    problems.push('CHAINTILL_SMTP_URL needs a sender in CHAINTILL_MAIL_FROM');
  if (mailFrom !== null && !MAIL_SENDER.test(mailFrom))
    problems.push(
      'CHAINTILL_MAIL_FROM must be an address such as pay@shop.example, or Shop <pay@shop.example>',
    );
  return { smtpUrl, mailFrom };
}
