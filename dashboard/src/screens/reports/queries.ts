// Queries of the reports screen, and the URLs of its files.
import { MOVEMENTS } from '../../../../server/src/contract/movements.ts';
import { exportLink } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { DAY, now } from '../../shared/clock.ts';
import { VALUED_IN } from '../../shared/currencies.ts';
import { operatorList, operatorQuery, type TextSearch } from '../../shared/queries.ts';
import { dayAt, shownZone } from '../../shared/zone.ts';
import { type Days, presetDays } from './presets.ts';

export type Summary = OperatorApi['reports.summary']['output'];
export type Report = OperatorApi['reports.show']['output'];
export type Movement = Summary['periods'][number]['line'];
export type Entry = OperatorApi['reports.entries']['output']['rows'][number];

export const tabs = ['summary', 'sales', 'fees', 'network', 'coins'] as const;
export type Tab = (typeof tabs)[number];

export type ReportFilter = TextSearch<'from' | 'to' | 'currency' | 'tab' | 'line' | 'of'>;

/** The days that a report shows, in the reader's time zone. */
export interface Shown extends Days {
  readonly project: string | undefined;
  readonly zone: string;
  readonly today: string;
  readonly currency: string;
}

/** Default: the current month. */
export function shownBy(project: string | undefined, filter: ReportFilter): Shown {
  const zone = shownZone();
  const today = dayAt(zone, now());
  const month = presetDays('this_month', today);
  const { from = month.from, to = month.to, currency = VALUED_IN } = filter;
  return { project, zone, today, currency, from, to };
}

function requested({ project, from, to, zone }: Shown) {
  return { project, from, to, time_zone: zone };
}

const DAYS_AS_DAYS = 93;
const DAYS_AS_MONTHS = 1100;

/** As few periods as a chart can show well. */
function groupedBy({ from, to }: Days): 'day' | 'month' | 'year' {
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  if (days <= DAYS_AS_DAYS) return 'day';
  return days <= DAYS_AS_MONTHS ? 'month' : 'year';
}

const FRESH = { staleTime: 60_000 };

function summaryInput(shown: Shown) {
  return { ...requested(shown), by: groupedBy(shown), currency: shown.currency };
}

export function summaryOf(shown: Shown) {
  const input = summaryInput(shown);
  return {
    ...operatorQuery(['report', shown.project ?? null, 'summary', input], 'reports.summary', input),
    ...FRESH,
  };
}

export function reportOf(shown: Shown) {
  const input = { ...requested(shown), by: 'year' as const, currency: shown.currency };
  return {
    ...operatorQuery(['report', shown.project ?? null, input], 'reports.show', input),
    ...FRESH,
  };
}

export interface EntriesOf {
  readonly project: string;
  readonly line: Movement;
  readonly of: string | undefined;
}

export function entriesOf(shown: Shown, { project, line, of }: EntriesOf) {
  const input = { ...requested(shown), project, line, currency: of };
  return operatorList(['report', project, 'entries', input], 'reports.entries', input);
}

type Format = 'csv' | 'xlsx';

/** The file with what the screen shows. */
export function fileOf(shown: Shown, { tab, line, of }: ReportFilter, format: Format): string {
  const { project } = shown;
  const movement = MOVEMENTS.find((known) => known === line);
  if (movement !== undefined && project !== undefined) {
    const entries = { ...requested(shown), project, line: movement, currency: of };
    return exportLink('reports.entries', format, entries);
  }
  const part = tab === 'coins' ? 'sales' : tabs.find((known) => known === tab);
  if (part === undefined || part === 'summary' || part === 'coins')
    return exportLink('reports.summary', format, summaryInput(shown));
  return exportLink('reports.lines', format, {
    ...requested(shown),
    currency: shown.currency,
    by: groupedBy(shown),
    part,
  });
}

/** Every entry of every account, with opening and closing balances. */
export function statementsFile(shown: Shown, project: string, format: Format): string {
  return exportLink('reports.entries', format, { ...requested(shown), project });
}
