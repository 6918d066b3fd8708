// The search over all objects: each way to find one goes by its own index and stops at a few rows; amounts, which have
// none, are looked for among the newest (docs/decisions/0103-operator-lists.md).
import type { HIT_TYPES, searchOperations } from '../contract/operator/search.ts';
import { amountOf } from '../core/money.ts';
import { type Condition, ofReference, SLICE, whereOf } from '../db/newest-page.ts';
import type { HandlersOf, OperatorApp } from './operator.ts';
import { moneyOf, timeOf } from './present.ts';
import { addressesMeant } from './read-given.ts';

const HITS_MAX = 20;

interface Hit {
  readonly type: (typeof HIT_TYPES)[number];
  readonly id: string;
  readonly project_id: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly at: Date;
  readonly owner_type?: string | null;
  readonly owner_id?: string | null;
}

interface Source {
  readonly type: Hit['type'];
  readonly table: string;
  /** Title, status, amount, currency and time. */
  readonly shown: readonly [string, string, string, string, string];
  /** Columns of its amounts, each with that of its currency. */
  readonly amounts?: readonly (readonly [amount: string, currency: string])[];
  /** Only of these is an amount looked for, which have an index of their own. */
  readonly amountsOf?: string;
  /** What it came to: type and id. */
  readonly owner?: readonly [type: string, id: string];
  /** Its ids have an index without the project. */
  readonly isAnyones: boolean;
  readonly hasReference: boolean;
  /** What the index of its references holds, beside having one. */
  readonly holds?: string;
}

const INVOICES: Source = {
  ...{ type: 'invoice', table: 'invoices', isAnyones: true, hasReference: true },
  shown: ['coalesce(custom_id, name)', 'status', 'price_amount', 'price_currency', 'created_at'],
  amounts: [
    ['price_amount', 'price_currency'],
    ['pay_amount', 'pay_currency'],
    ['paid_amount', 'pay_currency'],
  ],
};
const WITHDRAWALS: Source = {
  ...{ type: 'withdrawal', table: 'coin_withdrawals', isAnyones: true, hasReference: true },
  holds: `custom_id is not null and not (status = 'cancelled' and committed_at is null)`,
  shown: [
    'coalesce(custom_id, address)',
    'status',
    'received_amount',
    'received_currency',
    'created_at',
  ],
  amounts: [
    ['received_amount', 'received_currency'],
    ['charged_amount', 'charged_currency'],
  ],
};
const DEPOSITS: Source = {
  ...{ type: 'deposit', table: 'deposits', isAnyones: true, hasReference: false },
  shown: [
    ...(['txid', `case when is_unmatched then 'unmatched' else status end`] as const),
    ...(['amount', 'coin', 'first_seen_at'] as const),
  ],
  amounts: [['amount', 'coin']],
  amountsOf: 'is_unmatched',
  owner: ['owner_type', 'owner_id'],
};
const CHANNEL_PAYMENTS: Source = {
  ...{ type: 'channel_payment', table: 'channel_payments', isAnyones: true, hasReference: false },
  shown: ['txid', 'status', 'paid_amount', 'paid_currency', 'created_at'],
  amounts: [['paid_amount', 'paid_currency']],
  owner: [`'channel'`, 'channel_id'],
};
const CHANNELS: Source = {
  ...{ type: 'channel', table: 'channels', isAnyones: true, hasReference: true },
  shown: ['name', 'status', 'null::numeric', 'null', 'created_at'],
};
const SUBSCRIPTIONS: Source = {
  ...{ type: 'subscription', table: 'subscriptions', isAnyones: true, hasReference: true },
  shown: ['name', 'status', 'amount', 'currency', 'created_at'],
};
const EXCHANGES: Source = {
  ...{ type: 'exchange', table: 'exchange_transfers', isAnyones: false, hasReference: true },
  holds: 'expired_at is null',
  shown: ['pair', 'null', 'charged_amount', 'charged_currency', 'created_at'],
};
const CALLBACKS: Source = {
  ...{ type: 'callback', table: 'events', isAnyones: false, hasReference: false },
  shown: [`type || '.' || event`, 'null', 'null::numeric', 'null', 'created_at'],
  owner: ['type', 'object_id'],
};
const SOURCES = [
  ...[INVOICES, WITHDRAWALS, DEPOSITS, CHANNELS, CHANNEL_PAYMENTS, SUBSCRIPTIONS],
  ...[EXCHANGES, CALLBACKS],
];
const WITH_AMOUNTS = [INVOICES, WITHDRAWALS, CHANNEL_PAYMENTS, DEPOSITS];

export const searchHandlers: HandlersOf<typeof searchOperations> = {
  async 'search.find'(app, { text: given, project }) {
    const text = given.trim();
    const asked = { app, text, projectId: project ?? null };
    const found = (await Promise.all(text.length < 3 ? [] : waysTo(asked))).flat();
    const hits = [...new Map(found.map((hit) => [`${hit.type} ${hit.id}`, hit])).values()];
    return hits
      .slice(0, HITS_MAX)
      .map(({ amount, currency, at, owner_type, owner_id, ...hit }) => ({
        ...hit,
        came_to: owner_type && owner_id ? { type: owner_type, id: owner_id } : null,
        value: amount === null || currency === null ? null : moneyOf(app, amount, currency),
        at: timeOf(at),
      }));
  },
};

interface Asked {
  readonly app: OperatorApp;
  readonly text: string;
  readonly projectId: string | null;
}

/** The surest first. */
function waysTo(asked: Asked): Promise<Hit[]>[] {
  const { app, text, projectId } = asked;
  const by = (source: Source, ...conditions: readonly Condition[]) =>
    read(asked, source, { conditions, from: source.table });
  const range = idsFrom(text);
  const ids =
    range === null ? [] : SOURCES.map((source) => by(source, ...between(source, asked, range)));
  const references = SOURCES.filter(({ hasReference }) => hasReference).map((source) =>
    by(source, [
      text,
      (place) =>
        `${ofReference(place, projectId)}${source.holds === undefined ? '' : ` and ${source.holds}`}`,
    ]),
  );
  const addresses = addressesMeant(app, text);
  const coins = [...app.knownCoins.keys()];
  // Explorers write hashes in either case.
  const written = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const given = (place: string, type: string) =>
    `id in (select a.owner_id from addresses a where a.coin = any('{${coins.join()}}')
      and a.address = any(${place}::text[]) and a.owner_type = '${type}')`;
  return [
    ...ids,
    ...references,
    by(WITHDRAWALS, [written, (place) => `txid = any(${place}::text[])`]),
    by(DEPOSITS, [
      written,
      (place) => `coin = any('{${coins.join()}}') and txid = any(${place}::text[])`,
    ]),
    by(INVOICES, [addresses, (place) => given(place, 'invoice')]),
    by(CHANNELS, [addresses, (place) => given(place, 'channel')]),
    by(WITHDRAWALS, [addresses, (place) => `address = any(${place}::text[])`]),
    by(DEPOSITS, [addresses, (place) => `is_unmatched and address = any(${place}::text[])`]),
    by(INVOICES, [
      text.includes('@') ? text : null,
      (place) => `payer_email is not null and lower(payer_email) = lower(${place})`,
    ]),
    customers(asked),
    ...WITH_AMOUNTS.map((source) => ofAmount(asked, source)),
  ];
}

/** No condition finds nothing. */
async function read(
  { app, projectId }: Asked,
  { type, shown, table, owner }: Source,
  { conditions, from }: { conditions: readonly Condition[]; from: string },
): Promise<Hit[]> {
  // The project comes first: it is `$1` when there is one.
  const given = conditions.filter(([value]) => value !== null);
  if (given.length === 0) return [];
  const values: unknown[] = [];
  const ours: Condition = [projectId, (place) => `${table}.project_id = ${place}`];
  const where = whereOf([ours, ...given], { values });
  const [title, status, amount, currency, at] = shown;
  const came = owner === undefined ? '' : `, ${owner[0]} as owner_type, ${owner[1]} as owner_id`;
  return app.db.query<Hit>(
    `select '${type}' as type, id::text as id, project_id, ${title} as title, ${status} as status,
       ${amount} as amount, ${currency} as currency, ${at} as at${came}
     from ${from} ${where} order by ${table}.id desc limit ${HITS_MAX}`,
    values,
  );
}

/** The first and the last id that begin like this; null for what begins no id. */
function idsFrom(text: string): readonly [string, string] | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return [digits.padEnd(32, '0'), digits.padEnd(32, 'f')];
}

function between(
  { isAnyones }: Source,
  { projectId }: Asked,
  [first, last]: readonly [string, string],
): Condition[] {
  const ofAny = 'project_id = any(array(select id from projects)) and ';
  const before = isAnyones || projectId !== null ? '' : ofAny;
  return [
    [first, (place) => `${before}id >= ${place}::uuid`],
    [last, (place) => `id <= ${place}::uuid`],
  ];
}

async function customers({ app, text, projectId }: Asked): Promise<Hit[]> {
  const of = projectId === null ? 'any(array(select id from projects))' : '$2';
  return app.db.query<Hit>(
    `select 'customer' as type, id, project_id, id as title, null as status, null::numeric as amount,
       currency, created_at as at
     from customers where project_id = ${of} and id = $1 limit ${HITS_MAX}`,
    projectId === null ? [text] : [text, projectId],
  );
}

/** Among the newest: amounts have no index, which every payment would pay for. */
function ofAmount(asked: Asked, source: Source): Promise<Hit[]> {
  const { app, text, projectId } = asked;
  if (!/^\d{1,20}(\.\d{1,40})?$/.test(text)) return Promise.resolve([]);
  const wanted = [...app.currencies.values(), ...app.coins.values()].flatMap((currency) => {
    const decimals = text.split('.')[1]?.replace(/0+$/, '').length ?? 0;
    if (decimals > currency.scale) return [];
    return { code: currency.code, amount: amountOf(text, currency).toString() };
  });
  const { table, amounts = [], amountsOf = 'true' } = source;
  const ours = projectId === null ? '' : `project_id = $1 and `;
  const newest = `(select * from ${table} where ${ours}${amountsOf} order by id desc limit ${SLICE}) ${table}`;
  const codes = wanted.map(({ code, amount }) => `${code} ${amount}`);
  const is = (place: string) =>
    amounts
      .map(([amount, currency]) => `${currency} || ' ' || ${amount} = any(${place}::text[])`)
      .join(' or ');
  return read(asked, source, { conditions: [[codes, (place) => `(${is(place)})`]], from: newest });
}
