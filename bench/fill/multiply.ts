// Fills a database: the rows of a played hour (play-hour.ts) are copied repeatedly in sets, each copy a little later,
// with other ids, addresses and transactions. Numbers, balances and statements continue from the previous copy, and the
// totals and counts are computed again, so that the ledger verifies (`chaintill doctor`).
import { rulesOf } from '../../server/src/chains/simulated/simulation.ts';
import { COUNTED_ACCOUNTS } from '../../server/src/chains/simulated/store-chain.ts';
import type { Database, SqlTx } from '../../server/src/db/database.ts';
import { COUNTED_OUTPUTS } from '../../server/src/payouts/wallet/solvency.ts';
import {
  COPIED,
  type Copied,
  FOUNDING_HEIGHT,
  IS_MOVING,
  movedAddress,
  movedTag,
} from './copied.ts';

export interface Multiplying {
  /** The projects whose activity is copied. */
  readonly projectIds: readonly string[];
  /** The number of additional projects. */
  readonly copies: number;
  /** Between one copy and the next; longer than the pattern took. */
  readonly everyMilliseconds: number;
  /** Copies in one transaction. */
  readonly atOnce?: number;
  say?(line: string): void;
}

const AT_ONCE = 250;
const HASHES_KEPT = 5000;
/** Copies in which the same customers return. */
const CUSTOMER_COPIES = 20;

/** Unchanged in every copy: the project itself and its settings. */
const STAYING = new Set([
  'project_id',
  'account_id',
  'from_account',
  'to_account',
  'channel_id',
  'endpoint_id',
]);
const HASHES = new Set(['txid', 'block_hash']);

const HELPERS = `
create or replace function pg_temp.moved(id uuid, c bigint, every bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint + c * every), 12, '0')
    || substr(replace(id::text, '-', ''), 13))::uuid $$;
create or replace function pg_temp.moved_hash(hash text, c bigint) returns text language sql immutable as $$
  select case when hash like '0x%' then '0x' || md5(hash || c) || substr(hash, 35)
    when hash = upper(hash) then upper(md5(hash || c)) || substr(hash, 33)
    else md5(hash || c) || substr(hash, 33) end $$;
create or replace function pg_temp.moved_address(address text, c bigint) returns text language sql immutable as $$
  select case when address like '0x%' then '0x' || md5(address || c) || substr(address, 35)
    else left(address, -32) || translate(md5(address || c), '1b', 'zy') end $$;
create temp table moving_ledgers on commit drop as
  select project_id, posting_seq as postings, transaction_seq as transactions from ledgers
  where project_id ${IS_MOVING};
create temp table moving_accounts on commit drop as
  select a.project_id, a.id, a.number, a.entry_seq as entries, a.balance, coalesce(b.n, 0) as booked,
    coalesce(b.total, 0) as booked_balance
  from ledger_accounts a left join booked_totals b on b.project_id = a.project_id and b.account_id = a.id
  where a.project_id ${IS_MOVING} and (a.entry_seq > 0 or b.n > 0);
create temp table moving_chains on commit drop as
  select c.coin, c.height - ${FOUNDING_HEIGHT} as blocks, c.counter as numbers, b.hash
  from simulation.chains c
  join simulation.blocks b on b.coin = c.coin and b.height = c.height and b.is_best;
create temp table moving_transfers on commit drop as
  select distinct transfer_id as id from transfer_payments where project_id ${IS_MOVING};
create temp table moving_txids on commit drop as
  select txid from deposits where project_id ${IS_MOVING}
  union select txid from transfers where id in (select id from moving_transfers)`;

/** On chains that were created for the copied rows. Only a superuser may. */
export async function multiply(owner: Database, requested: Multiplying): Promise<void> {
  await owner.unhurried.transaction(async (tx) => {
    // What the triggers and foreign keys verify for each statement, the audit verifies for the whole.
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(`set local work_mem = '256MB'`);
    await tx.query('set local enable_seqscan = on');
    await tx.query('set local plan_cache_mode = auto');
    await tx.query(
      'create temp table moving_projects (project_id uuid primary key) on commit drop',
    );
    await tx.query('insert into moving_projects select unnest($1::uuid[])', [requested.projectIds]);
    for (const statement of HELPERS.split(/;\n(?=create)/)) await tx.query(statement);
    for (const copied of COPIED) await copyAll(tx, copied, requested);
    await closeBooks(tx, requested);
    await moveChains(tx, requested);
  });
}

async function copyAll(tx: SqlTx, copied: Copied, requested: Multiplying): Promise<void> {
  const startedAt = performance.now();
  const { table, where } = copied;
  const pattern = `pattern_${table.replace('.', '_')}`;
  await tx.query(
    `create temp table ${pattern} on commit drop as select x.* from ${table} x where ${where}`,
  );
  await tx.query(`analyze ${pattern}`);
  const insert = insertOf(copied, { pattern, columns: await columnsOf(tx, table) });
  const atOnce = requested.atOnce ?? AT_ONCE;
  for (let first = 1; first <= requested.copies; first += atOnce) {
    const last = Math.min(first + atOnce - 1, requested.copies);
    await tx.query(insert, [requested.everyMilliseconds, first, last]);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  requested.say?.(`  ${table}: ${seconds} s`);
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Without columns that the database numbers itself. */
function columnsOf(tx: SqlTx, table: string): Promise<Column[]> {
  return tx.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
     order by attnum`,
    [table],
  );
}

function insertOf(
  copied: Copied,
  { pattern, columns }: { pattern: string; columns: readonly Column[] },
): string {
  const { table, join, columns: own } = copied;
  const values = columns.map((column) => own?.[column.name] ?? movedValue(column));
  return `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
    select ${values.join(', ')}
    from ${pattern} x ${join ?? ''}, generate_series($2::bigint, $3::bigint) as c
    where $1::bigint > 0 order by c on conflict do nothing`;
}

/** By column type: ids, hashes and times are shifted, the rest is as in the pattern. */
function movedValue({ name, type }: Column): string {
  if (STAYING.has(name)) return `x.${name}`;
  if (name === 'customer_id') return `x.customer_id || '-' || c / ${CUSTOMER_COPIES}`;
  if (name === 'address') return movedAddress('x.tag is null');
  if (name === 'tag') return movedTag('x.tag is not null');
  if (HASHES.has(name)) return `pg_temp.moved_hash(x.${name}, c)`;
  if (type === 'uuid') return `pg_temp.moved(x.${name}, c, $1)`;
  if (type === 'timestamp with time zone') return `x.${name} + c * $1 * interval '1 millisecond'`;
  if (name === 'block_height' || name === 'height') return `x.${name} + c * h.blocks`;
  return `x.${name}`;
}

/** Totals, counts and balances of the current rows. */
async function closeBooks(tx: SqlTx, { copies, everyMilliseconds }: Multiplying): Promise<void> {
  const times = copies + 1;
  const later = `$2 * interval '1 millisecond'`;
  const span = copies * everyMilliseconds;
  await tx.query(
    `update ledgers set posting_seq = posting_seq * $1, transaction_seq = transaction_seq * $1,
       last_transaction_at = last_transaction_at + ${later}
     where project_id ${IS_MOVING}`,
    [times, span],
  );
  await tx.query(
    `update ledger_accounts set balance = balance * $1, entry_seq = entry_seq * $1
     where entry_seq > 0 and project_id ${IS_MOVING}`,
    [times],
  );
  await tx.query(
    `update booked_totals set n = n * $1, total = total * $1, last_at = last_at + ${later}
     where project_id ${IS_MOVING}`,
    [times, span],
  );
  await tx.query(
    `update object_counts set n = n * $1 where object_type <> 'channel' and project_id ${IS_MOVING}`,
    [times],
  );
  await tx.query(`delete from transaction_sums where project_id ${IS_MOVING}`);
  await tx.query(
    `insert into transaction_sums (project_id, account_id, level, block, total)
     select project_id, account_id, level, seq >> (6 * level), sum(amount)
     from account_transactions, generate_series(1, 4) as level
     where booked_at is not null and project_id ${IS_MOVING} group by 1, 2, 3, 4`,
  );
  await tx.query(`delete from transaction_counts where project_id ${IS_MOVING}`);
  await tx.query(
    `insert into transaction_counts (project_id, bucket, currency, reference_type, status, risk_level, n)
     select project_id, b.bucket, currency, reference_type, coalesce(status, ''), coalesce(risk_level, ''), count(*)
     from account_transactions r,
       lateral (values ('-infinity'::timestamptz), (date_trunc('hour', r.created_at, 'UTC'))) as b(bucket)
     where project_id ${IS_MOVING} group by 1, 2, 3, 4, 5, 6`,
  );
  await tx.query('delete from wallet_output_sums');
  await tx.query(
    `insert into wallet_output_sums (coin, amount, reserved, pieces) ${COUNTED_OUTPUTS}`,
  );
}

/** The networks and their read positions are at the end of the last copy. */
async function moveChains(tx: SqlTx, { copies }: Multiplying): Promise<void> {
  await tx.query(
    `update simulation.chains x set height = x.height + $1 * h.blocks, counter = x.counter * ($1 + 1)
     from moving_chains h where h.coin = x.coin`,
    [copies],
  );
  const chains = await tx.query<{ coin: string }>('select coin from simulation.chains');
  const coins = chains.map(({ coin }) => coin).filter((coin) => rulesOf(coin).model === 'sequence');
  await tx.query('delete from simulation.accounts');
  await tx.query(
    `insert into simulation.accounts (coin, address, received, sent, offered, taken, transfers) ${COUNTED_ACCOUNTS}`,
    [coins],
  );
  await tx.query(
    `update chain_cursors x set height = x.height + $1 * h.blocks,
       final_height = x.final_height + $1 * h.blocks,
       hash = case when h.blocks = 0 then x.hash else pg_temp.moved_hash(x.hash, $1) end
     from moving_chains h where h.coin = x.coin`,
    [copies],
  );
  await tx.query('delete from chain_blocks');
  await tx.query(
    `insert into chain_blocks (coin, height, hash)
     select b.coin, b.height, b.hash from simulation.blocks b join simulation.chains c on c.coin = b.coin
     where b.is_best and b.height > c.height - ${HASHES_KEPT}`,
  );
  await tx.query(
    `update wallet_senders s set balance = s.balance + $1 * d.amount
     from (select coin, address, sum(amount) as amount from pattern_deposits group by coin, address) d
     where d.coin = s.coin and d.address = s.address`,
    [copies],
  );
}

/** Makes the newest callbacks wait for their endpoints, as after an outage of these. */
export async function pileUp(db: Database, count: number): Promise<void> {
  await db.unhurried.transaction(async (tx) => {
    // A trigger keeps attempts of the current hour.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `with newest as (select * from deliveries order by seq desc limit $1),
         chosen as (select project_id, id,
           row_number() over (partition by project_id, endpoint_id, object_id order by seq) as turn from newest),
         forgotten as (delete from delivery_attempts a using chosen c
           where a.project_id = c.project_id and a.delivery_id = c.id)
       update deliveries d set status = 'pending', attempts = 0, delivered_at = null, next_attempt_at = d.created_at,
         waits = c.turn > 1
       from chosen c where d.project_id = c.project_id and d.id = c.id`,
      [count],
    );
  });
}
