// Fills a database: all that a played hour (play-hour.ts) left is copied over and over in sets, each copy a little
// later, under other ids, addresses and transactions. Numbers, balances and statements go on where the copy before
// ended, and the sums and counts are made again, so that the books prove what was made (`chaintill doctor`).
import type { Database, SqlTx } from '../../server/src/db/database.ts';

export interface Multiplying {
  /** Whose business is copied. */
  readonly projectIds: readonly string[];
  /** How many more there are in the end. */
  readonly copies: number;
  /** Between one copy and the next; longer than the pattern took. */
  readonly everyMilliseconds: number;
  /** Copies in one transaction. */
  readonly atOnce?: number;
  say?(line: string): void;
}

const AT_ONCE = 250;
/** A simulated chain that was just founded. */
const FOUNDING_HEIGHT = 100;
const HASHES_KEPT = 5000;
/** Copies in which the same customers come back. */
const CUSTOMER_COPIES = 20;

/** Every row of one table that is copied, and the columns that differ from what their type says. */
interface Copied {
  readonly table: string;
  /** SQL: which rows of `x` belong to the pattern. */
  readonly where: string;
  readonly columns?: Readonly<Record<string, string>>;
  /** SQL: what is joined to the pattern's row `x`. */
  readonly join?: string;
}

const IS_MOVING = 'in (select project_id from moving_projects)';
const OF_PROJECT = `x.project_id ${IS_MOVING}`;
const OF_PAYMENT = 'exists (select 1 from moving_txids m where m.txid = x.txid)';
const OF_TRANSFER = 'exists (select 1 from moving_transfers m where m.id = x.transfer_id)';
const LEDGER = 'join moving_ledgers l on l.project_id = x.project_id';
const ACCOUNT = 'join moving_accounts a on a.project_id = x.project_id and a.id = x.account_id';
const CHAIN = 'join moving_chains h on h.coin = x.coin';
const UNIQUE_CUSTOM_ID = `x.custom_id || '-' || c`;

/** In an order that foreign keys accept. */
const COPIED: readonly Copied[] = [
  { table: 'invoices', where: OF_PROJECT, columns: { custom_id: UNIQUE_CUSTOM_ID } },
  {
    table: 'addresses',
    where: `x.owner_type = 'invoice' and ${OF_PROJECT}`,
    columns: { address: movedAddress('x.tag = -1'), tag: movedTag('x.tag <> -1') },
  },
  {
    table: 'deposits',
    where: OF_PROJECT,
    join: CHAIN,
    columns: {
      address: `case when x.owner_type = 'invoice' then ${movedAddress('x.tag is null')} else x.address end`,
      tag: movedTag('x.tag is not null'),
      owner_id: `case when x.owner_type = 'invoice' then pg_temp.moved(x.owner_id, c, $1) else x.owner_id end`,
    },
  },
  { table: 'channel_payments', where: OF_PROJECT, columns: { address: 'x.address' } },
  { table: 'coin_withdrawals', where: OF_PROJECT, columns: { address: 'x.address' } },
  {
    table: 'transfers',
    where: 'exists (select 1 from moving_transfers m where m.id = x.id)',
    join: CHAIN,
    columns: {
      planned_height: 'x.planned_height + c * h.blocks',
      made_height: 'x.made_height + c * h.blocks',
      checked_hash: 'pg_temp.moved_hash(x.checked_hash, c)',
    },
  },
  { table: 'transfer_payments', where: OF_TRANSFER },
  { table: 'payouts', where: OF_PROJECT },
  { table: 'transfer_costs', where: OF_TRANSFER },
  { table: 'transfer_log', where: OF_TRANSFER },
  { table: 'wallet_outputs', where: OF_PAYMENT, columns: { address: 'x.address' } },
  {
    table: 'wallet_senders',
    where: `exists (select 1 from addresses m where m.coin = x.coin and m.address = x.address and m.owner_type = 'invoice'
        and m.project_id ${IS_MOVING}) and not x.is_hot`,
    // Swept: what they received is with the addresses of the pattern, whose keys the wallet has.
    columns: { address: movedAddress('true'), balance: '0' },
  },
  {
    table: 'ledger_postings',
    where: OF_PROJECT,
    join: LEDGER,
    columns: { seq: 'x.seq + c * l.postings' },
  },
  {
    table: 'ledger_entries',
    where: OF_PROJECT,
    join: `${LEDGER} ${ACCOUNT}`,
    columns: {
      seq: 'x.seq + c * a.entries',
      posting_seq: 'x.posting_seq + c * l.postings',
      balance_after: 'x.balance_after + c * a.balance',
    },
  },
  {
    table: 'account_transactions',
    where: OF_PROJECT,
    join: `${LEDGER} ${ACCOUNT}`,
    columns: {
      id: `(lpad(to_hex(x.seq + c * l.transactions), 12, '0') || substr(replace(x.id::text, '-', ''), 13))::uuid`,
      seq: 'x.seq + c * l.transactions',
      custom_id: UNIQUE_CUSTOM_ID,
      booked_seq: 'x.booked_seq + c * a.booked',
      booked_balance: 'x.booked_balance + c * a.booked_balance',
    },
  },
  {
    table: 'events',
    where: OF_PROJECT,
    // Who asks for one of the copies gets its id.
    columns: {
      payload: `json_build_object('type', x.type, 'event', x.event,
        'data', json_build_object('id', pg_temp.moved(x.object_id, c, $1)))::text`,
    },
  },
  { table: 'deliveries', where: OF_PROJECT },
  { table: 'delivery_attempts', where: OF_PROJECT },
  {
    table: 'transaction_spends',
    where: OF_PAYMENT,
    columns: { spend: movedSpend('x.spend') },
  },
  {
    table: 'simulation.blocks',
    where: `x.height > ${FOUNDING_HEIGHT} and x.is_best`,
    join: CHAIN,
    columns: {
      hash: 'pg_temp.moved_hash(x.hash, c)',
      // The first follows the last of the copy before.
      parent_hash: `case when x.height = ${FOUNDING_HEIGHT} + 1
        then case when c = 1 then h.hash else pg_temp.moved_hash(h.hash, c - 1) end
        else pg_temp.moved_hash(x.parent_hash, c) end`,
    },
  },
  {
    table: 'simulation.transactions',
    where: OF_PAYMENT,
    join: CHAIN,
    columns: { number: 'x.number + c * h.numbers' },
  },
  { table: 'simulation.outputs', where: OF_PAYMENT, columns: { address: 'x.address' } },
  { table: 'simulation.spends', where: OF_PAYMENT, columns: { origin: movedSpend('x.origin') } },
];

/** What stays in every copy: the business itself and what it is told by. */
const STAYING = new Set([
  ...['project_id', 'account_id', 'from_account', 'to_account', 'channel_id', 'endpoint_id'],
]);
const HASHES = new Set(['txid', 'block_hash']);

/** Of an address that is an invoice's own. */
function movedAddress(isOwn: string): string {
  return `case when ${isOwn} then pg_temp.moved_address(x.address, c) else x.address end`;
}

function movedTag(isOwn: string): string {
  return `case when ${isOwn} then (x.tag + c * 2654435761) % 4294967296 else x.tag end`;
}

/** A spend names the transaction it spends from, or stands for the unknown payer of one. */
function movedSpend(column: string): string {
  return `case when ${column} like 'payer of %'
    then 'payer of ' || pg_temp.moved_hash(substr(${column}, 10, 64), c) || substr(${column}, 74)
    else ${column} end`;
}

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
  select a.project_id, a.id, a.entry_seq as entries, a.balance, coalesce(b.n, 0) as booked,
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

/** On chains that were founded for what is copied. Only a superuser may. */
export async function multiply(owner: Database, requested: Multiplying): Promise<void> {
  await owner.patient.transaction(async (tx) => {
    // What the triggers and foreign keys prove of each statement, the audit proves of the whole.
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

/** Without those that the database numbers itself. */
function columnsOf(tx: SqlTx, table: string): Promise<Column[]> {
  return tx.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
     order by attnum`,
    [table],
  );
}

function insertOf(copied: Copied, facts: { pattern: string; columns: readonly Column[] }): string {
  const { table, join, columns: own } = copied;
  const { pattern, columns } = facts;
  const values = columns.map((column) => own?.[column.name] ?? movedValue(column));
  return `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
    select ${values.join(', ')}
    from ${pattern} x ${join ?? ''}, generate_series($2::bigint, $3::bigint) as c
    where $1::bigint > 0 order by c on conflict do nothing`;
}

/** By the kind of the column: ids, hashes and times move, the rest is as in the pattern. */
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

/** Sums, counts and balances of what is there now. */
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
    `insert into wallet_output_sums (coin, amount)
     select coin, sum(amount) from wallet_outputs where status in ('unspent', 'reserved') group by coin`,
  );
}

/** The networks and what was read of them stand where the last copy ended. */
async function moveChains(tx: SqlTx, { copies }: Multiplying): Promise<void> {
  await tx.query(
    `update simulation.chains x set height = x.height + $1 * h.blocks, counter = x.counter * ($1 + 1)
     from moving_chains h where h.coin = x.coin`,
    [copies],
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
  await db.patient.transaction(async (tx) => {
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
