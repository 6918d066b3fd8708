// The rows that a copy of the played hour has, table by table (multiply.ts), and the columns that don't follow their
// type.

/** A simulated chain that was just created. */
export const FOUNDING_HEIGHT = 100;

/** All copied rows of one table, and the columns that don't follow their type. */
export interface Copied {
  readonly table: string;
  /** SQL: the rows of `x` that belong to the pattern. */
  readonly where: string;
  readonly columns?: Readonly<Record<string, string>>;
  /** SQL: joined to the pattern's row `x`. */
  readonly join?: string;
}

export const IS_MOVING = 'in (select project_id from moving_projects)';
const OF_PROJECT = `x.project_id ${IS_MOVING}`;
const OF_PAYMENT = 'exists (select 1 from moving_txids m where m.txid = x.txid)';
const OF_TRANSFER = 'exists (select 1 from moving_transfers m where m.id = x.transfer_id)';
const LEDGER = 'join moving_ledgers l on l.project_id = x.project_id';
const SIDES = `join moving_accounts f on f.number = x.from_account join moving_accounts t on t.number = x.to_account`;
const ACCOUNT = 'join moving_accounts a on a.project_id = x.project_id and a.id = x.account_id';
const CHAIN = 'join moving_chains h on h.coin = x.coin';
const UNIQUE_CUSTOM_ID = `x.custom_id || '-' || c`;

/** In an order that satisfies the foreign keys. */
export const COPIED: readonly Copied[] = [
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
    // Swept: the received coins are at addresses of the pattern, whose keys the wallet has.
    columns: { address: movedAddress('true'), balance: '0' },
  },
  {
    table: 'ledger_postings',
    where: OF_PROJECT,
    join: `${LEDGER} ${SIDES}`,
    columns: {
      seq: 'x.seq + c * l.postings',
      from_seq: 'x.from_seq + c * f.entries',
      from_balance: 'x.from_balance + c * f.balance',
      to_seq: 'x.to_seq + c * t.entries',
      to_balance: 'x.to_balance + c * t.balance',
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
    // A request for one of the copies gets its id.
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
      // The first follows the last of the previous copy.
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

/** For an address of an invoice. */
export function movedAddress(isOwn: string): string {
  return `case when ${isOwn} then pg_temp.moved_address(x.address, c) else x.address end`;
}

export function movedTag(isOwn: string): string {
  return `case when ${isOwn} then (x.tag + c * 2654435761) % 4294967296 else x.tag end`;
}

/** A spend names the transaction it spends from, or stands for the unknown payer of one. */
function movedSpend(column: string): string {
  return `case when ${column} like 'payer of %'
    then 'payer of ' || pg_temp.moved_hash(substr(${column}, 10, 64), c) || substr(${column}, 74)
    else ${column} end`;
}
