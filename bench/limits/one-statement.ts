// The limit of a withdrawal in the database: one call of a function that writes the rows of an instant withdrawal
// (converted, without a callback endpoint), each client on its own connection, without batches. `pgbench` would measure
// the same with the same function.
import pg from 'pg';

const BASE = 'bench';

const FUNCTION = `
create schema if not exists ${BASE};
create or replace function ${BASE}.withdraw(project uuid, withdrawal uuid, custom text, signature text, payload text)
returns void language plpgsql as $$
declare
  ledger ledgers;
  charged ledger_accounts; fees bigint; exchange bigint; exchange_coin bigint; waiting bigint;
  booked booked_totals;
  n bigint := 0;
  posted timestamptz;
begin
  insert into used_signatures values (project, signature, now());
  select * into ledger from ledgers where project_id = project for update;
  -- Not \`now()\`: a transaction that waited for the lock began before the one that posted last.
  posted := clock_timestamp();
  select * into charged from ledger_accounts where project_id = project and kind = 'available' and currency = 'EUR';
  select number into fees from ledger_accounts where project_id = project and kind = 'fees' and currency = 'EUR';
  select number into exchange from ledger_accounts
  where project_id = project and kind = 'exchange' and currency = 'EUR';
  select number into exchange_coin from ledger_accounts
  where project_id = project and kind = 'exchange' and currency = 'BTC';
  select number into waiting from ledger_accounts
  where project_id = project and kind = 'withdrawals' and currency = 'BTC';
  insert into coin_withdrawals (project_id, id, custom_id, status, address, network, charged_amount, charged_currency,
    received_amount, received_currency, network_fee, network_fee_level, fee, rate, risk, created_at, committed_at,
    seal)
  values (project, withdrawal, custom, 'pending', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bitcoin', 2000, 'EUR',
    30000, 'BTC', 1411, 'average', 20, '50000', '{"level":"low","score":"1"}', now(),
    now(), repeat('0', 64));
  insert into payouts (project_id, withdrawal_id, coin, status, due_at)
  values (project, withdrawal, 'BTC', 'waiting', now());
  -- In one statement: balances, postings and entries prove each other.
  with side (posting, account, amount) as (values (1, charged.number, -1980), (1, exchange, 1980),
      (2, charged.number, -20), (2, fees, 20), (3, exchange_coin, -31411), (3, waiting, 31411)),
    moved as (
      update ledger_accounts a set balance = a.balance + s.amount, entry_seq = a.entry_seq + s.n
      from (select account, sum(amount) as amount, count(*) as n from side group by account) s
      where a.project_id = project and a.number = s.account
      returning a.number, a.balance - s.amount as balance, a.entry_seq - s.n as seq),
    entered as (
      select posting, account, amount, m.seq + row_number() over own as seq, m.balance + sum(amount) over own as balance
      from side join moved m on m.number = account window own as (partition by account order by posting))
  insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose, currency, amount, created_at,
    from_account, from_seq, from_balance, to_account, to_seq, to_balance)
  select project, ledger.posting_seq + p.n, 'CoinWithdrawal', withdrawal, p.purpose, p.currency, t.amount, posted,
    f.account, f.seq, f.balance, t.account, t.seq, t.balance
  from (values (1, 'charge', 'EUR'), (2, 'fee', 'EUR'), (3, 'convert', 'BTC')) as p(n, purpose, currency)
  join entered f on f.posting = p.n and f.amount < 0 join entered t on t.posting = p.n and t.amount > 0;
  n := ledger.transaction_seq + 1;
  update ledgers set posting_seq = ledger.posting_seq + 3, transaction_seq = n, last_transaction_at = posted
  where project_id = project;
  insert into booked_totals as b (project_id, account_id, n, total, last_at)
  values (project, charged.id, 1, -2000, now())
  on conflict (project_id, account_id) do update set n = b.n + 1, total = b.total - 2000,
    last_at = greatest(b.last_at, now()) returning * into booked;
  insert into account_transactions (project_id, id, seq, account_id, currency, reference_type, reference_id, amount,
    booked_at, booked_seq, booked_balance, fee, fee_currency, custom_id, status, risk, risk_level, created_at)
  values (project, (lpad(to_hex(n), 12, '0') || '8' || substr(md5(signature), 1, 3) || '8'
    || substr(md5(custom), 1, 15))::uuid,
    n, charged.id, 'EUR', 'CoinWithdrawal', withdrawal, -2000, booked.last_at, booked.n, booked.total, 20, 'EUR', custom,
    'pending', '{"level":"low","score":"1"}', 'low', now());
  insert into transaction_sums as s (project_id, account_id, level, block, total)
  select project, charged.id, level, n >> (6 * level), -2000 from generate_series(1, 4) as level
  on conflict (project_id, account_id, level, block) do update set total = s.total + excluded.total;
  insert into transaction_counts as c (project_id, bucket, currency, reference_type, status, risk_level, n)
  values (project, '-infinity', 'EUR', 'CoinWithdrawal', 'pending', 'low', 1),
    (project, date_trunc('hour', now(), 'UTC'), 'EUR', 'CoinWithdrawal', 'pending', 'low', 1)
  on conflict (project_id, bucket, currency, reference_type, status, risk_level) do update set n = c.n + 1;
  insert into object_counts as c (project_id, object_type, n) values (project, 'coin_withdrawal', 1)
  on conflict (project_id, object_type) do update set n = c.n + 1;
  insert into events (project_id, id, type, event, object_id, payload, created_at)
  values (project, gen_random_uuid(), 'CoinWithdrawal', 'created', withdrawal, payload, now());
end
$$;`;

export interface StatementOrder {
  /** It creates its own tables. */
  readonly ownerUrl: string;
  readonly projectIds: readonly string[];
  readonly callers: number;
  readonly count: number;
  /** The contents of an event of the service. */
  readonly payload: string;
}

/** Withdrawals per second, with as many connections as callers. */
export async function measureStatement(order: StatementOrder): Promise<number> {
  const clients = Array.from(
    { length: order.callers },
    () => new pg.Client({ connectionString: order.ownerUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(FUNCTION);
  let next = 0;
  const text = `select ${BASE}.withdraw($1, $2, $3, $4, $5)`;
  const work = async (client: pg.Client) => {
    while (next < order.count) {
      const id = crypto.randomUUID();
      const projectId = order.projectIds[next++ % order.projectIds.length];
      const values = [projectId, id, `one-statement-${id}`, id, order.payload];
      await client.query({ name: 'withdraw', text, values });
    }
  };
  const startedAt = performance.now();
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return order.count / seconds;
}
