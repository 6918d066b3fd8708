// The emails to people. Amounts, addresses and names of payers appear only after sign-in.
import { isAdministrative, type Notice } from '../contract/people/notices.ts';
import { unlinkedLine } from '../core/escape-text.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Texts } from '../core/texts/types.ts';
import { mailBodies } from '../mails/layout.ts';
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
  /** Ends the person's notifications (`tokenToStop`). */
  readonly token: string;
  readonly places: readonly PlaceNoticed[];
}

const BRAND = 'Chaintill';

export function noticeMail(noticed: Noticed): MailToPerson {
  const { name, email, language, publicUrl, token, places } = noticed;
  const tag = languageOfPerson(language);
  const t = textsOf('people-mail', tag).notices;
  const site = browserUrl(publicUrl);
  const dashboard = `${site}/dashboard`;
  const count = places.flatMap(({ counts }) => counts).reduce((sum, each) => sum + each.count, 0);
  const subject = t.subject({ count });
  const unsubscribe = `${site}/unsubscribe?${new URLSearchParams({ token, locale: tag })}`;
  const bodies = mailBodies({
    tag,
    title: subject,
    brand: BRAND,
    parts: [
      t.greeting({ name: unlinkedLine(name) }),
      t.newAt({ site: new URL(dashboard).origin }),
      ...places.map(({ project, counts }) => ({
        title: project === null ? t.allProjects : unlinkedLine(project.name),
        items: counts.map((counted) => ({
          text: countOf(counted, t),
          link: `${dashboard}${screenOf(counted.kind, project?.id ?? null)}`,
        })),
      })),
    ],
    button: { text: t.open, link: dashboard },
    notes: [t.why],
    footer: [
      { text: t.choose, link: `${dashboard}/account` },
      { text: t.stop, link: unsubscribe },
    ],
  });
  return { to: email, subject, ...bodies, unsubscribe };
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
  refund_claims_claimed: '/projects/{project}/refund-links?status=claimed',
  callback_deliveries_failed: '/projects/{project}/callbacks?status=failed',
  proposals_open: '/projects/{project}/decisions?status=open',
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
export function languageOfPerson(language: string | null): MessageLanguage {
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
  const bodies = mailBodies({
    tag,
    title: t.subject,
    brand: BRAND,
    parts: [t.greeting({ name: unlinkedLine(name) }), t.invited({ site: new URL(link).origin })],
    button: { text: t.open, link },
    notes: [t.expires({ until: `${time} UTC` }), t.unexpected],
    footer: [],
  });
  return { to: email, subject: t.subject, ...bodies, unsubscribe: null };
}
