// By email, through the configured mail server.
import { EMAIL } from '../../contract/email.ts';
import { rule } from '../../core/errors.ts';
import { escapeText } from '../../core/escape-text.ts';
import type { DestinationKind } from './kind.ts';

export const mailKind: DestinationKind = {
  read(_app, { to = '' }, problems) {
    if (EMAIL.test(to)) return { recipient: to, settings: { to } };
    problems.push(to === '' ? rule.filled('to') : rule.form('to', 'mail_address'));
    return null;
  },
  async send({ id, title, text }, { to = '' }, { mailer }) {
    if (mailer === null) return { isTaken: false, said: 'CHAINTILL_SMTP_URL names no mail server' };
    const html = `<!doctype html><meta charset="utf-8"><pre style="white-space:pre-wrap">${escapeText(text)}</pre>`;
    const mailed = await mailer({ id, to, subject: title, text: `${text}\n`, html });
    if (mailed.kind === 'sent') return { isTaken: true, said: 'the mail server took it' };
    return { isTaken: false, said: mailed.reason };
  },
};
