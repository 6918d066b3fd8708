// Tells a person of tokens that came in beside coins (BCH, CashTokens): the coins are credited like any, the token is
// nobody's in our books, and the output is kept apart (payouts/wallet/update-outputs.ts).
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlarm } from '../ledger/alarms.ts';
import type { DepositRow } from './deposit.ts';
import type { MatchedPayment } from './match.ts';

const ALARM = 'token_received';
/** Anybody can send tokens that are worth nothing: what comes on top is in `chaintill wallet tokens` alone. */
const STANDING_MAX = 20;

interface MatchedPayments {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** The rows that it changed. */
  readonly seen: readonly DepositRow[];
}

/** Once for each output that is in a block. */
export async function flagTokens(tx: Tx, { coin, matched, seen }: MatchedPayments): Promise<void> {
  const carrying = matched.filter(({ payment }) => payment.token && payment.block !== null);
  if (carrying.length === 0) return;
  const changed = new Map(seen.map((deposit) => [nameOf(deposit), deposit]));
  const standing = await tx.query<{ n: number }>(
    'select count(*)::int as n from ledger_alarms where kind = $1 and cleared_at is null',
    [ALARM],
  );
  const left = Math.max(0, STANDING_MAX - (standing[0]?.n ?? 0));
  const told = carrying.flatMap(({ payment: { token, txid, index } }) => {
    const deposit = changed.get(nameOf({ txid, output_index: index }));
    return deposit === undefined ? [] : [{ token, deposit }];
  });
  for (const { token, deposit } of told.slice(0, left)) {
    const { txid, id, project_id, owner_type, owner_id } = deposit;
    await raiseAlarm(tx, {
      kind: ALARM,
      subject: `${coin.code} ${nameOf(deposit)}`,
      facts: {
        ...{ txid, deposit_id: id, project_id, owner_type, owner_id },
        ...token,
        [coin.code]: formatAmount(deposit.amount, coin),
      },
    });
  }
}

function nameOf({ txid, output_index }: Pick<DepositRow, 'txid' | 'output_index'>): string {
  return `${txid}:${output_index}`;
}
