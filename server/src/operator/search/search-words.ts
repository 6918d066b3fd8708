// Search by part of a reference, name, email or customer: the newest rows of each table, then all rows by trigrams
// (migration 0225). A common part is among the newest rows, so that the index is read for rare ones only.
import type { Sql } from '../../db/database.ts';
import { SLICE } from '../../db/newest-page.ts';
import { sqlState } from '../../db/unavailable.ts';
import type { OperatorApp } from '../operator.ts';
import {
  CHANNELS,
  CHECKOUTS,
  CUSTOMERS,
  EXCHANGES,
  INVOICES,
  PAYMENT_LINKS,
  type Source,
  SUBSCRIPTIONS,
  TERMINALS,
  WITHDRAWALS,
} from './search-sources.ts';

interface Worded {
  readonly source: Source;
  /** As in the index. */
  readonly words: string;
  /** The condition of the index. */
  readonly present: string;
  /** Too few rows for an index of trigrams: only the newest are searched. */
  readonly isShort?: true;
}

const WORDED: readonly Worded[] = [
  {
    source: INVOICES,
    words: String.raw`(coalesce(custom_id, '') || E'\n' || coalesce(name, '') || E'\n' || coalesce(payer_email, ''))`,
    present: '(custom_id is not null or name is not null or payer_email is not null)',
  },
  { source: WITHDRAWALS, words: 'custom_id', present: 'custom_id is not null' },
  {
    source: CHANNELS,
    words: String.raw`(coalesce(custom_id, '') || E'\n' || name)`,
    present: 'true',
  },
  {
    source: SUBSCRIPTIONS,
    words: String.raw`(coalesce(custom_id, '') || E'\n' || name || E'\n' || payer_email)`,
    present: 'true',
  },
  {
    source: CHECKOUTS,
    words: String.raw`(coalesce(custom_id, '') || E'\n' || coalesce(name, '') || E'\n' || coalesce(payer_email, ''))`,
    present: '(custom_id is not null or name is not null or payer_email is not null)',
  },
  { source: PAYMENT_LINKS, words: `terms ->> 'name'`, present: 'true', isShort: true },
  { source: TERMINALS, words: 'name', present: 'true', isShort: true },
  { source: EXCHANGES, words: 'custom_id', present: 'custom_id is not null' },
  { source: CUSTOMERS, words: 'id', present: 'true' },
];

/** A trigram needs three characters. */
const TRIGRAM = 3;
const MATCHES_MAX = 500;
/** query_canceled: the statement took too long (PostgreSQL appendix A). */
const CANCELED = '57014';

type Place = (value: unknown) => string;
type Read<Row> = (sql: Sql, source: Source, from: (place: Place) => string) => Promise<Row[]>;

export interface Wanted<Row> {
  readonly text: string;
  readonly isOfProject: boolean;
  readonly read: Read<Row>;
}

/** Without a project, tables whose index on IDs starts with the project are left to the trigrams. */
export function amongNewest<Row>(app: OperatorApp, wanted: Wanted<Row>): Promise<Row[]>[] {
  const { isOfProject } = wanted;
  return WORDED.filter(({ source }) => isOfProject || source.isOwned).map(
    ({ source, words, present }) =>
      wanted.read(app.db, source, (place) => {
        const ours = isOfProject ? 'where project_id = $1' : '';
        const newest = `select * from ${source.table} ${ours} order by id desc limit ${SLICE}`;
        const { holds = 'true' } = source;
        return `select * from (${newest}) ${source.table}
          where ${present} and ${holds} and ${words} ilike ${place(pattern(wanted.text))}`;
      }),
  );
}

/** Empty without the extension, and if a part is so common that its rows take longer than a statement may. */
export async function byTrigrams<Row>(app: OperatorApp, wanted: Wanted<Row>): Promise<Row[]> {
  if (wanted.text.length < TRIGRAM) return [];
  try {
    return await app.db.snapshot((sql) => readByTrigrams(sql, wanted));
  } catch (error) {
    if (sqlState(error) === CANCELED) return [];
    throw error;
  }
}

async function readByTrigrams<Row>(sql: Sql, wanted: Wanted<Row>): Promise<Row[]> {
  const [index] = await sql.query<{ is_there: boolean }>(
    `select to_regclass('invoices_words') is not null as is_there`,
  );
  if (index?.is_there !== true) return [];
  // With a limit, the planner prefers to read a table until it finds enough rows.
  await sql.query('set local enable_seqscan = off');
  await sql.query('set local enable_indexscan = off');
  const found: Row[] = [];
  for (const { source, words, present, isShort } of WORDED) {
    if (isShort) continue;
    const { holds = 'true' } = source;
    // As text, because an index on projects would be read whole.
    const ours = wanted.isOfProject ? 'and project_id::text = ($1::uuid)::text' : '';
    const matching = (place: Place) => `select * from ${source.table}
      where ${present} and ${words} ilike ${place(pattern(wanted.text))} and ${holds} ${ours}
      limit ${MATCHES_MAX}`;
    found.push(...(await wanted.read(sql, source, matching)));
  }
  return found;
}

function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
