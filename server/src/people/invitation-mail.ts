// The email with a sign-in link, as plain text and simple HTML, in the person's language if it is supported.
import { escapeText, unlinkedLine } from '../core/escape-text.ts';
import type { MailToPerson } from '../mails/to-people.ts';

interface MailTexts {
  readonly subject: string;
  readonly hello: (name: string) => string;
  readonly invited: (site: string) => string;
  readonly open: string;
  readonly lasts: (until: string) => string;
  readonly unexpected: string;
}

const english: MailTexts = {
  subject: 'Your link to Chaintill',
  hello: (name) => `Hello ${name},`,
  invited: (site) => `you may come in at ${site}. Open this link:`,
  open: 'Come in',
  lasts: (until) => `It works once, until ${until}. Show it to nobody.`,
  unexpected: 'If you did not expect this mail, you can ignore it.',
};

const mailTexts: Readonly<Record<string, MailTexts>> = {
  en: english,
  de: {
    subject: 'Ihr Link zu Chaintill',
    hello: (name) => `Guten Tag ${name},`,
    invited: (site) => `Sie haben Zugang zu ${site}. Öffnen Sie diesen Link:`,
    open: 'Anmelden',
    lasts: (until) => `Er gilt einmal, bis ${until}. Zeigen Sie ihn niemandem.`,
    unexpected: 'Wenn Sie diese Mail nicht erwartet haben, brauchen Sie nichts zu tun.',
  },
  fr: {
    subject: 'Votre lien vers Chaintill',
    hello: (name) => `Bonjour ${name},`,
    invited: (site) => `vous avez accès à ${site}. Ouvrez ce lien :`,
    open: 'Se connecter',
    lasts: (until) => `Il ne fonctionne qu’une fois, jusqu’au ${until}. Ne le montrez à personne.`,
    unexpected: 'Si vous n’attendiez pas ce message, vous pouvez l’ignorer.',
  },
  es: {
    subject: 'Su enlace a Chaintill',
    hello: (name) => `Hola, ${name}:`,
    invited: (site) => `tiene acceso a ${site}. Abra este enlace:`,
    open: 'Entrar',
    lasts: (until) => `Funciona una sola vez, hasta el ${until}. No se lo muestre a nadie.`,
    unexpected: 'Si no esperaba este mensaje, puede ignorarlo.',
  },
};

export interface Invited {
  readonly name: string;
  readonly email: string;
  /** Null: not chosen yet. */
  readonly language: string | null;
  readonly link: string;
  readonly expiresAt: Date;
}

export function invitationMail({ name, email, language, link, expiresAt }: Invited): MailToPerson {
  const wanted = language?.slice(0, 2).toLowerCase() ?? 'en';
  const tag = Object.hasOwn(mailTexts, wanted) ? wanted : 'en';
  const t = mailTexts[tag] ?? english;
  const until = new Intl.DateTimeFormat(tag, {
    ...({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const),
  }).format(expiresAt);
  const hello = t.hello(unlinkedLine(name));
  const [invited, lasts] = [t.invited(new URL(link).origin), t.lasts(`${until} UTC`)];
  const p = (text: string) => `<p>${escapeText(text)}</p>`;
  const href = escapeText(link);
  return {
    to: email,
    subject: t.subject,
    text: `${[hello, invited, link, lasts, t.unexpected].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>Chaintill</title></head>`,
      '<body style="font-family:sans-serif;max-width:36em;margin:1em auto;padding:0 1em">',
      p(hello),
      p(invited),
      `<p><a href="${href}" style="display:inline-block;padding:.75em 1.25em;border-radius:.5em;background:#1d4ed8;color:#fff;text-decoration:none">${escapeText(t.open)}</a></p>`,
      `<p><a href="${href}">${href}</a></p>`,
      p(lasts),
      p(t.unexpected),
      '</body></html>\n',
    ].join(''),
  };
}
