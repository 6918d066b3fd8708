// Past requests in chronological order: withdrawals, and requests that a rule rejected (from the journal), with what
// the project knew about each destination at that time. For replays.
import type { App } from '../app.ts';
import { coinsOfAsset } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';
import { destinationText, endsOf } from './destinations.ts';
import type { Decision, Facts } from './policy.ts';

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
  /** Stored and not canceled since: it counts in windows. */
  readonly isCounted: boolean;
  readonly isCancelled: boolean;
}

interface Knowledge {
  readonly isListed: boolean;
  readonly knownSince: number | null;
  readonly looksLike: string | null;
}

export type PastAttempt = AttemptRow & Knowledge & { readonly destination: string };

const PAGE = 1000;

/** Requests since a time. A quote that was not committed in time does not count. */
export async function* pastAttempts(
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
