// Credits the balance increase of an address, not the amount in a contract's event (tokens; docs/decisions/0021). If
// less arrived than reported, the deposit is smaller or missing, and an alert is raised.
import type { Block, Chain } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import type { MatchedPayment, SeenPayment } from './match.ts';

export interface Measured {
  readonly matched: readonly MatchedPayment[];
  /** Reported payments that did not arrive, or not in full. */
  readonly short: readonly { readonly claimed: SeenPayment; readonly gained: bigint }[];
  /** Accepted as reported, because the node no longer has the historical balances. */
  readonly unmeasured: readonly SeenPayment[];
}

/** Throws ChainUnavailable. */
export async function measurePayments(
  chain: Chain,
  blocks: readonly Block[],
  matched: readonly MatchedPayment[],
): Promise<Measured> {
  const readGains = chain.gained;
  if (readGains === undefined || matched.length === 0)
    return { matched, short: [], unmeasured: [] };
  const parts: Measured[] = [];
  for (const block of blocks) {
    const claims = matched.filter(({ payment }) => payment.block?.hash === block.hash);
    if (claims.length === 0) continue;
    const payments = claims.map(({ payment }) => payment);
    const gained = await readGains(payments, block);
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

/** Includes the address, because all payments of one token transaction have the same index. */
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

/** In the transaction that stores the deposits. Unverified payments share one alert. */
export async function flagMeasured(
  tx: Tx,
  { coin, measured }: { coin: Coin; measured: Measured },
): Promise<void> {
  const text = (amount: bigint) => formatAmount(amount, coin);
  for (const { claimed, gained } of measured.short) {
    const { txid, address } = claimed;
    const facts = { coin: coin.code, address, claimed: text(claimed.amount), gained: text(gained) };
    await raiseAlert(tx, { kind: 'token_amount_mismatch', subject: txid, facts });
  }
  const [first] = measured.unmeasured;
  if (first === undefined) return;
  const facts = { coin: coin.code, first_txid: first.txid, height: first.block?.height };
  await raiseAlert(tx, { kind: 'token_balance_unverified', subject: coin.code, facts });
}
