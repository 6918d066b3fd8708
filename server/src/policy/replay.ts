// Replays recent requests against another policy, with the same `decide`. Windows are summed in memory as the replayed
// policy would have filled them.
import type { App } from '../app.ts';
import { coinsOfAsset } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';
import { DAY, HOUR } from '../core/clock.ts';
import { amountOf } from '../core/money.ts';
import { decide } from './decide-withdrawal.ts';
import { destinationText, endsOf } from './destinations.ts';
import type { Decision, Facts, Policy, Result, Spent, Window } from './policy.ts';
import { policyInForce } from './store-policies.ts';
import { type Scopes, scopesOf, valueIn, windowsOf } from './windows.ts';

type Reported = Pick<
  Facts,
  'coin' | 'apiKey' | 'customerId' | 'riskLevel' | 'feeLevel' | 'hasBeneficiary'
>;

interface AttemptRow extends Reported {
  readonly id: string;
  readonly created_at: Date;
  readonly address: string;
  readonly tag: number | null;
  readonly value: bigint;
  readonly value_currency: string;
  readonly decision: Pick<Decision, 'outcome' | 'rule' | 'approvals' | 'version' | 'code'>;
  /** Stored and not canceled since, so it counts in windows. */
  readonly isCounted: boolean;
  readonly isCancelled: boolean;
}

interface Knowledge {
  readonly isListed: boolean;
  readonly knownSince: number | null;
  readonly looksLike: string | null;
}

type PastAttempt = AttemptRow & Knowledge & { readonly destination: string };

const PAGE = 1000;

async function* pastAttempts(
  app: App,
  projectId: string,
  since: number,
): AsyncGenerator<PastAttempt> {
  let after = { at: new Date(since), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rows = await app.db.query<AttemptRow>(PAGE_OF_ATTEMPTS, [projectId, after.at, after.id]);
    const knowledge = await knowledgeThen(app, projectId, rows);
    for (const [n, row] of rows.entries()) {
      const destination = destinationText(app, row);
      yield { ...row, ...defined(knowledge[n], 'one for each'), destination };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { at: last.created_at, id: last.id };
  }
}

const PAGE_OF_ATTEMPTS = `
with asked as (
  (select id, created_at, received_currency as coin, address, tag, api_key as "apiKey",
    customer_id as "customerId", risk ->> 'level' as "riskLevel", network_fee_level as "feeLevel",
    beneficiary is not null as "hasBeneficiary", value, value_currency, decision,
    status <> 'cancelled' as "isCounted", status = 'cancelled' as "isCancelled"
  from coin_withdrawals
  where project_id = $1 and created_at >= $2 and (created_at, id) > ($2, $3) and decision is not null
    and not (status = 'cancelled' and committed_at is null)
  order by created_at, id limit ${PAGE})
  union all
  (select withdrawal_id, created_at, facts ->> 'coin', facts ->> 'address', (facts ->> 'tag')::bigint,
    facts ->> 'api_key', facts ->> 'customer_id', facts ->> 'risk_level', facts ->> 'fee_level',
    (facts ->> 'has_beneficiary')::boolean, (facts ->> 'value')::numeric, facts ->> 'value_currency',
    facts -> 'decision', false, false
  from policy_journal
  where project_id = $1 and step = 'refused_by_rule' and created_at >= $2
    and (created_at, withdrawal_id) > ($2, $3)
  order by created_at, withdrawal_id limit ${PAGE})
)
select * from asked order by created_at, id limit ${PAGE}`;

interface KnowledgeRow {
  readonly is_listed: boolean;
  readonly known_since: Date | null;
  readonly is_known_address: boolean;
  readonly alike: string | null;
}

/** The address book and payments at the time of each request. Entries that were removed since then are missing. */
async function knowledgeThen(
  app: App,
  projectId: string,
  rows: readonly AttemptRow[],
): Promise<Knowledge[]> {
  const found = await app.db.query<KnowledgeRow>(
    `select coalesce(k.listed_at <= t.at, false) as is_listed, least(k.listed_at, k.first_paid_at) as known_since,
       exists (select 1 from destinations a where a.project_id = $1 and a.coin = any(string_to_array(t.coins, ','))
         and a.ends = t.ends and a.address = t.address
         and least(a.listed_at, a.first_paid_at) <= t.at) as is_known_address,
       (select a.address from destinations a where a.project_id = $1 and a.coin = any(string_to_array(t.coins, ','))
         and a.ends = t.ends and a.address <> t.address and least(a.listed_at, a.first_paid_at) <= t.at
        order by a.address limit 1) as alike
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
       with ordinality as t(coin, destination, address, ends, at, coins, n)
     left join destinations k on k.project_id = $1 and k.coin = t.coin and k.destination = t.destination
     order by t.n`,
    [
      projectId,
      rows.map(({ coin }) => coin),
      rows.map((row) => destinationText(app, row)),
      rows.map(({ address }) => address),
      rows.map(({ address }) => endsOf(address)),
      rows.map((row) => row.created_at),
      rows.map(({ coin }) => coinsOfAsset(coin).join()),
    ],
  );
  return found.map((row, n) => knowledgeOf(row, defined(rows[n], 'asked for').created_at));
}

function knowledgeOf(row: KnowledgeRow, at: Date): Knowledge {
  const isKnown = row.known_since !== null && row.known_since <= at;
  return {
    isListed: row.is_listed,
    knownSince: isKnown && row.known_since !== null ? row.known_since.getTime() : null,
    looksLike: row.is_known_address ? null : row.alike,
  };
}

export interface Difference {
  readonly at: Date;
  readonly id: string;
  readonly value: bigint;
  readonly coin: string;
  readonly destination: string;
  readonly was: PastAttempt['decision'];
  readonly would: Decision;
}

export interface Replay {
  readonly attempts: number;
  readonly counts: Readonly<Record<Result, number>>;
  readonly differences: readonly Difference[];
  readonly differing: number;
}

/** Enough to review. The counts cover all differences. */
const DIFFERENCES_MAX = 1000;

/** Withdrawals that have been canceled since then do not count in windows, because nothing was paid. */
export async function replay(
  app: App,
  projectId: string,
  requested: { policy: Policy; days: number },
): Promise<Replay> {
  const { policy, days } = requested;
  const { limitEur } = await policyInForce(app.db, app, projectId);
  const start = app.clock.now() - days * DAY;
  const list = windowsOf(policy);
  const longest = Math.max(0, ...list.map(({ hours }) => hours));
  const rolling = rollingWindows(list);
  const counts = { allow: 0, hold: 0, refuse: 0 };
  const differences: Difference[] = [];
  let differing = 0;
  // Requests before the first day fill the first day's windows.
  for await (const past of pastAttempts(app, projectId, start - longest * HOUR)) {
    const value = valueThen(app, past, policy);
    const scopes = scopesOf(past);
    const at = past.created_at.getTime();
    const facts = factsOf(app, past, { at, value, limitEur });
    if (at < start) {
      if (past.isCounted) rolling.add({ at, value, scopes });
      continue;
    }
    const { decision } = decide(policy, facts, (window) => rolling.spent(window, { at, scopes }));
    counts[decision.outcome] += 1;
    if (decision.outcome !== 'refuse' && !past.isCancelled) rolling.add({ at, value, scopes });
    if (isSame(past, decision)) continue;
    differing += 1;
    if (differences.length < DIFFERENCES_MAX)
      differences.push(differenceOf(past, { value, decision }));
  }
  const attempts = counts.allow + counts.hold + counts.refuse;
  return { attempts, counts, differences, differing };
}

function isSame({ decision }: PastAttempt, would: Decision): boolean {
  return decision.outcome === would.outcome && decision.approvals === would.approvals;
}

function differenceOf(
  past: PastAttempt,
  { value, decision }: { value: bigint; decision: Decision },
): Difference {
  const { created_at: at, id, coin, destination, decision: was } = past;
  return { at, id, coin, destination, was, value, would: decision };
}

/** The value at that time. Other currencies than the policy's are converted at current rates. */
function valueThen(app: App, past: PastAttempt, { currency }: Policy): bigint {
  return valueIn(app, { code: past.value_currency, amount: past.value }, currency);
}

function factsOf(
  app: App,
  past: PastAttempt,
  { at, value, limitEur }: { at: number; value: bigint; limitEur: string | null },
): Facts {
  const eur = defined(app.currencies.get('EUR'), 'EUR is registered');
  const valueEur = valueIn(app, { code: past.value_currency, amount: past.value }, eur);
  return {
    ...past,
    at,
    value,
    isAboveSetting: limitEur !== null && valueEur > amountOf(limitEur, eur),
  };
}

interface Spending {
  readonly at: number;
  readonly value: bigint;
  readonly scopes: Scopes;
}

interface Queue {
  readonly items: { at: number; value: bigint }[];
  left: number;
  sum: bigint;
}

/** Each withdrawal enters and leaves a window once. */
function rollingWindows(list: readonly Window[]) {
  const queues = new Map<string, Queue>();
  const keyOf = ({ hours, per }: Window, scopes: Scopes) => `${hours} ${per} ${scopes[per]}`;
  return {
    add({ at, value, scopes }: Spending): void {
      for (const window of list) {
        const key = keyOf(window, scopes);
        const queue = queues.get(key) ?? { items: [], left: 0, sum: 0n };
        queues.set(key, queue);
        queue.items.push({ at, value });
        queue.sum += value;
      }
    },
    spent(window: Window, { at, scopes }: { at: number; scopes: Scopes }): Spent {
      const queue = queues.get(keyOf(window, scopes));
      if (queue === undefined) return { sum: 0n, count: 0 };
      for (;;) {
        const oldest = queue.items[queue.left];
        if (oldest === undefined || oldest.at > at - window.hours * HOUR) break;
        queue.sum -= oldest.value;
        queue.left += 1;
      }
      return { sum: queue.sum, count: queue.items.length - queue.left };
    },
  };
}
