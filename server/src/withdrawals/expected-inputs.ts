// What a payout of the bitcoind family is expected to cost more than an ordinary one, as it needs more inputs: as many
// as the last payouts of the coin needed. Small payments make payouts expensive, and who pays out pays for it.
import type { TransferNetwork } from '../chains/transfers.ts';
import { divide } from '../core/decimal.ts';
import type { Sql } from '../db/database.ts';

const PAYOUTS_LOOKED_AT = 50;
/** Of all purposes, so that the search ends. */
const TRANSFERS_MAX = 500;
/** Inputs of a payout that a merchant is charged for at most. */
const INPUTS_CHARGED_MAX = 10n;

/** Of the last transfers that paid withdrawals. A batch pays several. */
export interface InputsNeeded {
  readonly inputs: bigint;
  readonly payouts: bigint;
}

export async function inputsNeeded(sql: Sql, coin: string): Promise<InputsNeeded> {
  const rows = await sql.query<InputsNeeded>(
    `select coalesce(sum(jsonb_array_length(t.plan #> '{origin,inputs}')), 0)::numeric as inputs,
       coalesce(sum(t.payouts), 0)::numeric as payouts
     from (
       select plan, (select count(*) from transfer_payments p
         where p.coin = l.coin and p.transfer_id = l.id) as payouts
       from (select coin, id, plan, purpose, status from transfers where coin = $1
         order by id desc limit ${TRANSFERS_MAX}) l
       where purpose = 'withdrawal' and status in ('signed', 'broadcast', 'confirmed')
       order by id desc limit ${PAYOUTS_LOOKED_AT}) t`,
    [coin],
  );
  return rows[0] ?? { inputs: 0n, payouts: 0n };
}

/** A quote for one ordinary payment, which has one input, and the rest of the mean at the same price; rounded up. */
export function quoteWithInputs(
  network: Pick<TransferNetwork, 'feeFor'>,
  quote: bigint,
  { inputs, payouts }: InputsNeeded,
): bigint {
  if (inputs <= payouts) return quote;
  const fee = (count: number) => network.feeFor(quote, { inputs: count, outputs: [] });
  const most = payouts * (INPUTS_CHARGED_MAX - 1n);
  const more = inputs - payouts < most ? inputs - payouts : most;
  return quote + divide((fee(2) - fee(1)) * more, payouts, 'up');
}
