// The email with a sign-in link, as plain text and simple HTML, in the person's language if it is supported.
import { escapeText, unlinkedLine } from '../core/escape-text.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { MailToPerson } from '../mails/to-people.ts';
import { languageOfPerson } from './person-language.ts';

export interface Invited {
  readonly name: string;
  readonly email: string;
  /** Null: not chosen yet. */
  readonly language: string | null;
  readonly link: string;
  readonly expiresAt: Date;
}

export function invitationMail({ name, email, language, link, expiresAt }: Invited): MailToPerson {
  const tag = languageOfPerson(language);
  const t = textsOf('people-mail', tag).invitation;
  const time = new Intl.DateTimeFormat(tag, {
    ...({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const),
  }).format(expiresAt);
  const greeting = t.greeting({ name: unlinkedLine(name) });
  const invited = t.invited({ site: new URL(link).origin });
  const expires = t.expires({ until: `${time} UTC` });
  const p = (text: string) => `<p>${escapeText(text)}</p>`;
  const href = escapeText(link);
  return {
    to: email,
    subject: t.subject,
    text: `${[greeting, invited, link, expires, t.unexpected].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>Chaintill</title></head>`,
      '<body style="font-family:sans-serif;max-width:36em;margin:1em auto;padding:0 1em">',
      p(greeting),
      p(invited),
      `<p><a href="${href}" style="display:inline-block;padding:.75em 1.25em;border-radius:.5em;background:#1d4ed8;color:#fff;text-decoration:none">${escapeText(t.open)}</a></p>`,
      `<p><a href="${href}">${href}</a></p>`,
      p(expires),
      p(t.unexpected),
      '</body></html>\n',
    ].join(''),
  };
}
