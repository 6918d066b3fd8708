// Search over all objects. Lookups run one after another; each uses its own index and stops after a few rows. Amounts
// have no index (operator/search/search-sources.ts, docs/decisions/0103-operator-lists.md).
import type { Sql } from '../../db/database.ts';
import { ANY_ID, type Stepping, stepping } from '../../db/newest-page.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import { moneyOf } from '../present.ts';
import type { searchOperations } from './contract.ts';
import {
  amongRows,
  CHANNELS,
  CUSTOMERS,
  DEPOSITS,
  type Hit,
  hasAmount,
  INVOICES,
  NOW,
  type ParsedTexts,
  parseAmounts,
  parseDestinations,
  parseTexts,
  SOURCES,
  type Source,
  WITH_AMOUNTS,
  WITHDRAWALS,
} from './search-sources.ts';
import { amongNewest, byTrigrams, type Wanted } from './search-words.ts';

const TEXT_LENGTH_MIN = 2;
const HITS_MAX = 20;
const ID_DIGITS = 32;
/** For an index without the project: the number of rows scanned over all projects for those of one project. */
const SCANNED_MAX = 500;

export const searchHandlers: HandlersOf<typeof searchOperations> = {
  async 'search.find'(app, { text: given, project }) {
    const text = given.trim();
    if (text.length < TEXT_LENGTH_MIN) return [];
    const requested = { app, text, projectId: project ?? null, sql: app.db };
    const texts = parseTexts(text).filter((each) => each.length >= 3);
    const exact = texts.flatMap((each) => lookupsFor({ ...requested, text: each }));
    const words: Wanted<Hit> = {
      text,
      isOfProject: requested.projectId !== null,
      read: (sql, source, from) => read({ ...requested, sql }, source, from),
    };
    const found = (await Promise.all([...exact, ...amongNewest(app, words)])).flat();
    if (found.length < HITS_MAX) found.push(...(await byTrigrams(app, words)));
    const hits = [...new Map(found.map((hit) => [`${hit.type} ${hit.id}`, hit])).values()];
    return hits.slice(0, HITS_MAX).map(({ amount, currency, owner_type, owner_id, ...hit }) => ({
      ...hit,
      came_to: owner_type && owner_id ? { type: owner_type, id: owner_id } : null,
      value: amount === null || currency === null ? null : moneyOf(app, amount, currency),
    }));
  },
};

interface Request {
  readonly app: OperatorApp;
  readonly sql: Sql;
  readonly text: string;
  readonly projectId: string | null;
}

/** Adds a value to the statement and returns its placeholder. */
type Place = (value: unknown) => string;

/** Lookups, most specific first. */
function lookupsFor(requested: Request): Promise<Hit[]>[] {
  const { app, text } = requested;
  return [
    ...ofId(requested),
    ...SOURCES.filter(({ hasReference }) => hasReference).map((source) =>
      ofReference(requested, source),
    ),
    ...ofTransaction(requested),
    ...ofAddresses(requested, parseDestinations(app, text)),
    ...ofTag(requested),
    ...(text.includes('@') ? [ofPayer(requested)] : []),
    ofCustomer(requested),
    ...ofAmount(requested),
  ];
}

/** Reads rows of the source's table. With a project filter, the project is `$1`. */
function read(
  { app, sql, projectId }: Request,
  { type, shown, table, owner }: Source,
  from: (place: Place) => string,
): Promise<Hit[]> {
  const values: unknown[] = projectId === null ? [] : [projectId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const rows = from(place);
  const [title, status, amount, currency, at] = shown;
  const came = owner === undefined ? '' : `, ${owner[0]} as owner_type, ${owner[1]} as owner_id`;
  const atNow = (sql: string) =>
    sql.includes(NOW) ? sql.replace(NOW, `${place(new Date(app.clock.now()))}::timestamptz`) : sql;
  return sql.query<Hit>(
    `select '${type}' as type, id::text as id, project_id, ${title} as title, ${atNow(status)} as status,
       ${amount} as amount, ${currency} as currency, ${at} as at${came}
     from (${rows}) ${table} ${projectId === null ? '' : 'where project_id = $1'}
     order by ${table}.id desc limit ${HITS_MAX}`,
    values,
  );
}

function ofId(requested: Request): Promise<Hit[]>[] {
  const digits = digitsOf(requested.text);
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return [];
  return SOURCES.map((source) =>
    read(requested, source, (place) =>
      rowsBetween(source, requested, {
        from: `${place(digits.padEnd(ID_DIGITS, '0'))}::uuid`,
        to: `${place(digits.padEnd(ID_DIGITS, 'f'))}::uuid`,
      }),
    ),
  );
}

function digitsOf(text: string): string {
  return text.replaceAll('-', '').toLowerCase();
}

/** A table without an index on the ID alone is searched in the projects that have its newest rows. */
function rowsBetween(
  { table, isOwned, ofProject }: Source,
  { projectId, text }: Request,
  range: { readonly from: string; readonly to: string },
): string {
  const steps = { table, by: 'id', ...range, most: HITS_MAX };
  const isWhole = digitsOf(text).length === ID_DIGITS;
  if (isOwned && (projectId === null || isWhole)) return stepping(steps);
  if (projectId !== null)
    return stepping({ ...steps, key: [['project_id', '$1']], always: ofProject });
  const ofEach = { ...steps, key: [['project_id', 'p.id']] } as const;
  return `select found.* from (
      select p.id from projects p
      cross join lateral (${stepping({ ...ofEach, most: 1 })}) newest
      order by newest.id desc limit ${HITS_MAX}) p
    cross join lateral (${stepping(ofEach)}) found`;
}

/** Steps for an index without the project. */
function stepsOf(
  { projectId }: Request,
  { table }: Source,
  index: Pick<Stepping, 'key' | 'always'>,
): string {
  const most = projectId === null ? HITS_MAX : SCANNED_MAX;
  return stepping({ table, ...index, ...ANY_ID, most });
}

/** The index on references starts with the project, because references are unique per project only. */
function ofReference(requested: Request, source: Source): Promise<Hit[]> {
  const { table, holds = 'true' } = source;
  const ours = requested.projectId === null ? '' : 'where id = $1';
  return read(
    requested,
    source,
    (place) => `select found.* from (select id from projects ${ours}) p cross join lateral (
      select * from ${table} where project_id = p.id and custom_id = ${place(requested.text)} and ${holds} limit 1) found`,
  );
}

/** Explorers show hashes in upper or lower case. */
function ofTransaction(requested: Request): Promise<Hit[]>[] {
  const { app, text } = requested;
  const written = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const each = (place: Place) => `unnest(${place(written)}::text[]) as w(txid)`;
  const steps = stepsOf(requested, WITHDRAWALS, {
    key: [['txid', 'w.txid']],
    always: 'txid is not null',
  });
  const sent = (place: Place) =>
    `select found.* from ${each(place)} cross join lateral (${steps}) found`;
  const arrived = (
    place: Place,
  ) => `select found.* from ${each(place)} cross join ${coinsOf(app, place)}
    cross join lateral (select * from deposits where coin = c.coin and txid = w.txid limit ${SCANNED_MAX}) found`;
  return [read(requested, WITHDRAWALS, sent), read(requested, DEPOSITS, arrived)];
}

function coinsOf(app: OperatorApp, place: Place): string {
  return `unnest(${place([...app.knownCoins.keys()])}::text[]) as c(coin)`;
}

function ofAddresses(requested: Request, destinations: readonly ParsedTexts[]): Promise<Hit[]>[] {
  const listOf = (column: keyof ParsedTexts) =>
    destinations.map((destination) => destination[column]);
  const given = (source: Source) =>
    ofGiven(
      requested,
      source,
      (place) => `unnest(${place(listOf('coin'))}::text[], ${place(listOf('address'))}::text[],
        ${place(listOf('tag'))}::bigint[]) as a(coin, address, tag)`,
    );
  const addresses = [...new Set([requested.text, ...listOf('address')])];
  const paid = (source: Source, always?: string) =>
    read(requested, source, (place) => {
      const rows = stepsOf(requested, source, { key: [['address', 'a.address']], always });
      return `select found.* from unnest(${place(addresses)}::text[]) as a(address)
        cross join lateral (${rows}) found`;
    });
  const outgoing = [paid(WITHDRAWALS), paid(DEPOSITS, 'is_unmatched')];
  return destinations.length === 0 ? outgoing : [given(INVOICES), given(CHANNELS), ...outgoing];
}

/** Objects to which an address was handed out, from `a` (coin, address, tag). A null tag matches all tags. */
function ofGiven(
  requested: Request,
  source: Source,
  each: (place: Place) => string,
): Promise<Hit[]> {
  return read(
    requested,
    source,
    (place) => `select found.* from ${each(place)}
      cross join lateral (${SOME_TAGS}) given
      cross join lateral (select * from ${source.table} where id = given.owner_id limit 1) found
      where given.owner_type = '${source.type}'`,
  );
}

/**
 * An address with tags is shared by thousands of owners, so only some are returned. Most of its tags are unassigned.
 */
const SOME_TAGS = stepping({
  table: 'addresses',
  key: [
    ['coin', 'a.coin'],
    ['address', 'a.address'],
  ],
  by: 'tag',
  from: 'coalesce(a.tag, -1)',
  to: 'coalesce(a.tag, 9223372036854775807)',
  always: 'owner_id is not null',
  most: HITS_MAX,
});

/** The maximum on the XRP Ledger. */
const TAG_MAX = 4_294_967_295;

/** A tag alone, on each address that uses tags: only a few per coin. */
function ofTag(requested: Request): Promise<Hit[]>[] {
  const { app, text } = requested;
  if (!/^\d{1,10}$/.test(text) || Number(text) > TAG_MAX) return [];
  const tagged = [...app.knownCoins.values()].filter((coin) => coin.destinationTag !== null);
  if (tagged.length === 0) return [];
  const codes = tagged.map(({ code }) => code);
  return [INVOICES, CHANNELS].map((source) =>
    ofGiven(
      requested,
      source,
      (place) => `unnest(${place(codes)}::text[]) as t(coin)
        cross join lateral (${ADDRESSES_OF_COIN}) own
        cross join lateral (select t.coin, own.address, ${place(text)}::bigint as tag) a`,
    ),
  );
}

const ADDRESSES_OF_COIN = `with recursive step as (
    (select address, 1 as n from addresses where coin = t.coin order by coin, address limit 1)
    union all
    select following.address, step.n + 1 from step
    cross join lateral (select address from addresses where coin = t.coin and address > step.address
      order by coin, address limit 1) following where step.n < ${HITS_MAX})
  select address from step`;

function ofPayer(requested: Request): Promise<Hit[]> {
  return read(requested, INVOICES, (place) =>
    stepsOf(requested, INVOICES, {
      key: [['lower(payer_email)', `lower(${place(requested.text)})`]],
      always: 'payer_email is not null',
    }),
  );
}

function ofCustomer(requested: Request): Promise<Hit[]> {
  const projects = requested.projectId === null ? 'any(array(select id from projects))' : '$1';
  return read(
    requested,
    CUSTOMERS,
    (place) =>
      `select * from customers where project_id = ${projects} and id = ${place(requested.text)}`,
  );
}

/** Amounts have no index, because it would add a cost to every payment. */
function ofAmount(requested: Request): Promise<Hit[]>[] {
  const amounts = parseAmounts(requested.app, requested.text);
  if (amounts.length === 0) return [];
  return WITH_AMOUNTS.flatMap((source) =>
    amongRows(source, requested.projectId !== null).map((rows) =>
      read(
        requested,
        source,
        (place) => `select * from ${rows} where ${hasAmount(source, place(amounts))}`,
      ),
    ),
  );
}
