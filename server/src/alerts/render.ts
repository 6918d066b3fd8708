// Renders a message as text, the most severe alerts first. Messages contain only the subject of an alert; other
// details require signing in.
import { ALERT_SEVERITIES, type AlertKind, severityOf } from '../contract/alert-kinds.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { harmlessText } from '../core/escape-text.ts';
import { groupBy } from '../core/group.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Texts } from '../core/texts/types.ts';
import type { DestinationKindName, MessageLanguage } from '../operator/alerts/contract.ts';
import type { Content, NotifiedAlert } from './decide.ts';

const SECTIONS: Partial<Readonly<Record<AlertKind, string>>> = {
  clock_skew: 'chaintillclockskew',
  callback_delivery_failed: 'chaintillcallbackdeliveriesfailed',
  node_unreachable: 'chaintillnodedown',
  node_excluded: 'chaintillnodeexcluded',
  node_behind: 'chaintillnodebehind',
  backup_old: 'chaintillbackupold',
  backup_failed: 'chaintillbackupold',
  wal_archiving_failed: 'chaintillwalold',
  backup_destination_claimed: 'chaintillbackupdestinationclaimed',
  payouts_paused: 'chaintillpayoutspaused',
  hot_wallet_low_balance: 'chaintillhotwalletlow',
  hot_wallet_below_mark: 'chaintillhotwalletlow',
  insufficient_gas: 'chaintillhotwalletlow',
  signer_unavailable: 'chaintillsigner',
  rejected_by_signer: 'chaintillsigner',
  quarantine: 'chaintillquarantine',
  audit_finding: 'chaintillauditfinding',
  insolvent: 'chaintillinsolvent',
};

/** Other kinds are in the table of alerts, which that section links to. */
export function runbookOf(kind: AlertKind): string {
  return `docs/runbook.md#${SECTIONS[kind] ?? 'chaintillalert'}`;
}

/** In the documentation that the service serves. */
export function runbookPath(kind: AlertKind): string {
  return runbookOf(kind).replace('docs/runbook.md', '/docs/runbook');
}

export const ALERT_DELIVERY_WORKER = 'alert-delivery';
const RETRY_FIRST = 10 * SECOND;
export const RETRY_LONGEST = 15 * MINUTE;
const DOUBLED_MAX = 10;

/** Ten seconds after the first failure, then doubling up to 15 minutes. */
export function retryAfter(failures: number): number {
  return Math.min(RETRY_FIRST * 2 ** Math.min(failures - 1, DOUBLED_MAX), RETRY_LONGEST);
}

export interface DueMessage {
  readonly id: string;
  readonly destination_id: string;
  readonly content: Content;
  readonly attempts: number;
  readonly kind: DestinationKindName;
  readonly settings_sealed: string;
  readonly language: MessageLanguage;
  readonly repeat_minutes: number;
}

type AlertTexts = Texts['alerts'];

const SUBJECTS_SHOWN = 3;
const SUBJECT_LENGTH_MAX = 60;

export interface Rendered {
  readonly title: string;
  readonly text: string;
  readonly language: MessageLanguage;
}

export interface Renders {
  readonly content: Content | null;
  readonly language: MessageLanguage;
  /** Null if not configured. */
  readonly publicUrl: string | null;
}

export function render({ content, language, publicUrl }: Renders): Rendered {
  const t = textsOf('alerts', language);
  const site = publicUrl === null ? 'Chaintill' : `Chaintill ${new URL(publicUrl).host}`;
  if (content === null) return { title: `${site}: ${t.test}`, text: t.testText, language };
  const { raised, repeated, resolved } = content;
  const named = (alerts: readonly NotifiedAlert[]) =>
    alerts.map((alert) => withText(alert, language));
  const parts = [
    part(t.newAlerts, linesOf(named(raised), t, severityOf)),
    part(t.openAlerts, linesOf(named(repeated), t, severityOf)),
    part(t.resolvedAlerts, linesOf(named(resolved), t, null)),
  ].filter((lines) => lines.length > 0);
  const isOpen = raised.length + repeated.length > 0;
  const where = publicUrl === null ? 'chaintill alerts list' : alertsUrl(publicUrl);
  return {
    title: `${site}: ${titleOf(content, t)}`,
    text: [
      ...parts.map((lines) => lines.join('\n')),
      ...(isOpen ? [`${t.acknowledge}: ${where}`] : []),
    ].join('\n\n'),
    language,
  };
}

export function alertsUrl(publicUrl: string): string {
  return `${publicUrl}/dashboard/alerts`;
}

function titleOf({ raised, repeated, resolved }: Content, t: AlertTexts): string {
  const counts = [
    ...(raised.length > 0 ? [t.raised({ count: raised.length })] : []),
    ...(repeated.length > 0 ? [t.repeated({ count: repeated.length })] : []),
    ...(resolved.length > 0 ? [t.resolved({ count: resolved.length })] : []),
  ].join(', ');
  const isCritical = [...raised, ...repeated].some(({ kind }) => severityOf(kind) === 'critical');
  return isCritical ? `${t.severity.critical}, ${counts}` : counts;
}

function part(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [head, ...lines];
}

/** `severity` is null for resolved alerts, which need no action. */
function linesOf(
  alerts: readonly NotifiedAlert[],
  t: AlertTexts,
  severity: typeof severityOf | null,
): readonly string[] {
  const groups = [...groupBy(alerts, ({ kind }) => kind)];
  return groups
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([kind, some]) => {
      const what = `${nameOf(kind, t)} (${subjectsOf(some, t)})`;
      if (severity === null) return [`- ${what}, ${endOf(some, t)}`];
      const since = t.since({
        time: shown(some.map(({ since: from }) => from).toSorted()[0] ?? ''),
      });
      return [
        `- ${t.severity[severity(kind)]}: ${what}, ${since}`,
        `  ${t.todo}: ${runbookOf(kind)}`,
      ];
    });
}

function endOf(alerts: readonly NotifiedAlert[], t: AlertTexts): string {
  const until = alerts.map((alert) => alert.until ?? '').toSorted();
  const isByHand = alerts.every(({ by_hand: by }) => by === true);
  return `${t.until({ time: shown(until.at(-1) ?? '') })}${isByHand ? ` (${t.byHand})` : ''}`;
}

function nameOf(kind: AlertKind, t: AlertTexts): string {
  return kind in t.titles ? t.titles[kind] : String(kind).replaceAll('_', ' ');
}

function rank(kind: AlertKind): number {
  return ALERT_SEVERITIES.indexOf(severityOf(kind));
}

function subjectsOf(alerts: readonly NotifiedAlert[], t: AlertTexts): string {
  const names = alerts
    .slice(0, SUBJECTS_SHOWN)
    .map(({ subject }) => harmlessText(subject).replace(/\s+/g, ' ').slice(0, SUBJECT_LENGTH_MAX));
  const rest = alerts.length - names.length;
  return [names.join(', '), ...(rest > 0 ? [t.more({ count: rest })] : [])].join(' ');
}

/** A code from a newer version has no text here. */
function withText(alert: NotifiedAlert, language: MessageLanguage): NotifiedAlert {
  if (alert.kind !== 'audit_finding') return alert;
  const [code = ''] = alert.subject.split(' ', 1);
  const texts: Readonly<Record<string, string>> = textsOf('invariants', language);
  return { ...alert, subject: `${texts[code] ?? code}${alert.subject.slice(code.length)}` };
}

/** `2026-11-24 03:12 UTC`: unambiguous in every locale. */
function shown(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
