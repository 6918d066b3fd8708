// Credits what an address gained, not what a contract said (tokens; docs/decisions/0021). What a block claims was paid
// to us is measured before it is stored; what brought less is a deposit of that, or none, and a person is told.
import type { Block, Chain } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlarm } from '../ledger/alarms.ts';
import type { MatchedPayment, SeenPayment } from './matched-payment.ts';

export interface Measured {
  readonly matched: readonly MatchedPayment[];
  /** Said to be paid, and not or not wholly there. */
  readonly short: readonly { readonly claimed: SeenPayment; readonly gained: bigint }[];
  /** Believed, since the node no longer knows what addresses held then. */
  readonly unmeasured: readonly SeenPayment[];
}

/** Throws ChainUnavailable. */
export async function measurePayments(
  chain: Chain,
  blocks: readonly Block[],
  matched: readonly MatchedPayment[],
): Promise<Measured> {
  const ask = chain.gained;
  if (ask === undefined || matched.length === 0) return { matched, short: [], unmeasured: [] };
  const parts: Measured[] = [];
  for (const block of blocks) {
    const claims = matched.filter(({ payment }) => payment.block?.hash === block.hash);
    if (claims.length === 0) continue;
    const payments = claims.map(({ payment }) => payment);
    const gained = await ask(payments, block);
    parts.push(gained === null ? believed(claims) : compared(claims, gained));
  }
  return {
    matched: parts.flatMap((part) => part.matched),
    short: parts.flatMap((part) => part.short),
    unmeasured: parts.flatMap((part) => part.unmeasured),
  };
}

function believed(claims: readonly MatchedPayment[]): Measured {
  return { matched: claims, short: [], unmeasured: claims.map(({ payment }) => payment) };
}

type Gain = Pick<SeenPayment, 'txid' | 'index' | 'address' | 'amount'>;

/** With the address: all that a transaction pays in a token has the same index. */
const nameOf = ({ txid, index, address }: Gain) => `${txid} ${index} ${address}`;

function compared(claims: readonly MatchedPayment[], gains: readonly Gain[]): Measured {
  const real = new Map(gains.map((gain) => [nameOf(gain), gain.amount]));
  const judged = claims.map((claim) => {
    const { payment } = claim;
    return { claim, gained: real.get(nameOf(payment)) ?? 0n };
  });
  return {
    matched: judged.flatMap(({ claim, gained }) =>
      gained === 0n ? [] : [{ ...claim, payment: { ...claim.payment, amount: gained } }],
    ),
    short: judged.flatMap(({ claim: { payment: claimed }, gained }) =>
      gained < claimed.amount ? [{ claimed, gained }] : [],
    ),
    unmeasured: [],
  };
}

/** With the deposits: each short payment is an alarm; those that could not be measured are one. */
export async function flagMeasured(
  tx: Tx,
  { coin, measured }: { coin: Coin; measured: Measured },
): Promise<void> {
  const text = (amount: bigint) => formatAmount(amount, coin);
  for (const { claimed, gained } of measured.short) {
    const { txid, address } = claimed;
    const facts = { coin: coin.code, address, claimed: text(claimed.amount), gained: text(gained) };
    await raiseAlarm(tx, { kind: 'token_paid_less', subject: txid, facts });
  }
  const [first] = measured.unmeasured;
  if (first === undefined) return;
  const facts = { coin: coin.code, first_txid: first.txid, height: first.block?.height };
  await raiseAlarm(tx, { kind: 'token_unmeasured', subject: coin.code, facts });
}
