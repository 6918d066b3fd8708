// The emails to people. Amounts, addresses and names of payers appear only after sign-in.
import { isAdministrative, type Notice } from '../contract/people/notices.ts';
import { escapeText, unlinkedLine } from '../core/escape-text.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Texts } from '../core/texts/types.ts';
import type { MailToPerson } from '../mails/to-people.ts';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '../operator/alerts/contract.ts';
import { browserUrl } from './links.ts';

export interface Counted {
  readonly kind: Notice;
  readonly count: number;
  readonly isCapped: boolean;
}

export interface PlaceNoticed {
  /** Null: the instance, and items without a project. */
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly counts: readonly Counted[];
}

export interface Noticed {
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  readonly publicUrl: string;
  readonly places: readonly PlaceNoticed[];
}

export function noticeMail({ name, email, language, publicUrl, places }: Noticed): MailToPerson {
  const tag = languageOfPerson(language);
  const t = textsOf('people-mail', tag).notices;
  const dashboard = `${browserUrl(publicUrl)}/dashboard`;
  const greeting = t.greeting({ name: unlinkedLine(name) });
  const newAt = t.newAt({ site: new URL(dashboard).origin });
  const count = places.flatMap(({ counts }) => counts).reduce((sum, each) => sum + each.count, 0);
  const account = `${dashboard}/account`;
  const parts = places.map(({ project, counts }) => ({
    title: project === null ? t.allProjects : unlinkedLine(project.name),
    lines: counts.map((counted) => ({
      text: countOf(counted, t),
      link: `${dashboard}${screenOf(counted.kind, project?.id ?? null)}`,
    })),
  }));
  const p = (text: string) => `<p>${escapeText(text)}</p>`;
  const a = (link: string, text: string) => `<a href="${escapeText(link)}">${escapeText(text)}</a>`;
  return {
    to: email,
    subject: t.subject({ count }),
    text: `${[
      greeting,
      newAt,
      ...parts.map(({ title, lines }) =>
        [title, ...lines.map(({ text, link }) => `- ${text}\n  ${link}`)].join('\n'),
      ),
      `${t.choose}\n${account}`,
    ].join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>Chaintill</title></head>`,
      '<body style="font-family:sans-serif;max-width:36em;margin:1em auto;padding:0 1em">',
      p(greeting),
      p(newAt),
      ...parts.map(
        ({ title, lines }) =>
          `<h2 style="font-size:1em">${escapeText(title)}</h2><ul>${lines
            .map(({ text, link }) => `<li>${a(link, text)}</li>`)
            .join('')}</ul>`,
      ),
      `<p>${escapeText(t.choose)} ${a(account, account)}</p></body></html>\n`,
    ].join(''),
  };
}

function countOf({ kind, count, isCapped }: Counted, t: Texts['people-mail']['notices']): string {
  const what = t.kinds[kind]({ count });
  return isCapped ? t.orMore({ count, what }) : t.counted({ count, what });
}

/** `{project}` stands for the project ID. */
const SCREENS: Readonly<Record<Notice, string>> = {
  deposits_unmatched: '/projects/{project}/inbox',
  withdrawals_for_approval: '/projects/{project}/withdrawals',
  withdrawals_on_hold: '/projects/{project}/withdrawals?status=on_hold',
  withdrawals_failed: '/projects/{project}/withdrawals?status=failed',
  invoices_unresolved: '/projects/{project}/invoices',
  channel_payments_held: '/projects/{project}/channels',
  callback_deliveries_failed: '/projects/{project}/callbacks?status=failed',
  alerts: '/alerts',
  hot_wallets_low: '/wallets',
  chains_not_synced: '/networks',
};

/** Relative to the dashboard. For items without a project: the first screen. */
function screenOf(kind: Notice, projectId: string | null): string {
  if (isAdministrative(kind)) return SCREENS[kind];
  return projectId === null ? '' : SCREENS[kind].replace('{project}', projectId);
}

/** English if the language has no texts. */
function languageOfPerson(language: string | null): MessageLanguage {
  const wanted = language?.slice(0, 2).toLowerCase();
  return MESSAGE_LANGUAGES.find((each) => each === wanted) ?? 'en';
}

interface Invited {
  readonly name: string;
  readonly email: string;
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
