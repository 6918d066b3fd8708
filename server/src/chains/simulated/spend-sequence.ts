// The rules by which a simulated ETH or XRP node accepts a transfer: nonces or sequences are in order, the balance
// covers the amount and the reserve, and on ETH a more expensive transaction replaces one with the same nonce. A
// token's fee is paid from the sender's balance on the simulated chain of its network's coin.
import { sumOf } from '../../core/group.ts';
import type { SqlTx } from '../../db/database.ts';
import { isTooLate, TOO_LATE } from './expiry.ts';
import type { RawTransfer } from './raw-transfer.ts';
import { networkCoins, rulesOf } from './simulation.ts';
import { UNFUNDED_PAYMENT } from './unfunded.ts';
import { conflictsOf, type Spend, type Verdict } from './verdict.ts';
import { type AccountFacts, accountFacts, feeFunds } from './wallet-view.ts';

export interface Numbered {
  readonly sender: string;
  readonly sequence: number;
}

/** geth, `--txpool.pricebump`. */
const PRICE_BUMP_PERCENT = 10n;

/** Ethereum yellow paper, appendix G, G_transaction. */
const INTRINSIC_GAS = 21_000;
/** The wording of geth (core/error.go). */
const UNDERPRICED = 'replacement transaction underpriced';
const NO_FUNDS = 'insufficient funds for gas * price + value';

/** Reads only. */
export async function checkSequence(
  tx: SqlTx,
  { transfer, feeCoin, height }: { transfer: RawTransfer; feeCoin: string; height: number },
  { sender, sequence }: Numbered,
): Promise<Verdict> {
  const { coin, outputs, fee, tip = fee, gas = INTRINSIC_GAS } = transfer;
  if (gas < INTRINSIC_GAS) return { refusal: 'intrinsic gas too low' };
  if (isRedundant(transfer, sender)) return { refusal: 'temREDUNDANT' };
  const account = await accountFacts(tx, coin, sender);
  const paid = sumOf(outputs, (output) => output.amount);
  const cost = feeCoin === coin ? paid + fee : paid;
  const spend = { origin: sender, number: sequence, amount: cost };
  const [rival] = await conflictsOf(tx, coin, [spend]);
  const isWaiting = rival !== undefined && !rival.isConfirmed;
  const refusal = rulesOf(coin).isReplaceable
    ? judgeNonce(account, sequence, isWaiting ? { old: rival, made: { fee, tip } } : null)
    : judgeOrder(account, sequence);
  if (refusal !== null) return { refusal };
  if (isTooLate(transfer, height)) return { refusal: TOO_LATE };
  if (await isUsedByOther(tx, coin, spend)) return { refusal: UNDERPRICED };

  // Transactions behind a gap are not counted, so replacing one frees nothing.
  const isCounted = isWaiting && sequence < account.nextSequence;
  const freed = isCounted ? await costOf(tx, coin, rival.txid) : 0n;
  const left = account.balance - account.pending + freed - cost;
  const failure = failureOf(coin, { left, paid, outputs });
  if (failure !== null && left + paid >= 0n)
    return { sources: [sender], spends: [{ ...spend, amount: fee }], replaces: [], failure };
  const { reserve, isReplaceable, isToken } = rulesOf(coin);
  // Nodes do not know the balances in a token's contract: such a transfer reverts in its block.
  if (isToken !== true && left < (paid === 0n ? 0n : reserve))
    return { refusal: isReplaceable ? NO_FUNDS : 'terINSUF_FEE_B' };
  if (feeCoin !== coin) {
    const funds = await feeFunds(tx, { feeCoin }, sender);
    const freedFee = isCounted ? rival.fee : 0n;
    if (funds.balance - funds.pending + freedFee < fee) return { refusal: NO_FUNDS };
  }
  return { sources: [sender], spends: [spend], replaces: isWaiting ? [rival.txid] : [] };
}

/** ETH: transactions with higher nonces are kept and wait. In geth's wording (core/txpool/errors.go). */
function judgeNonce(
  account: AccountFacts,
  sequence: number,
  replaced: { old: Prices; made: Prices } | null,
): string | null {
  if (sequence < account.confirmedSequence) return 'nonce too low';
  if (replaced === null) return null;
  const { old, made } = replaced;
  return isHigherFee(old.fee, made.fee) && isHigherFee(old.tip, made.tip) ? null : UNDERPRICED;
}

async function isUsedByOther(
  tx: SqlTx,
  coin: string,
  { origin, number }: Pick<Spend, 'origin' | 'number'>,
): Promise<boolean> {
  const others = networkCoins(coin).filter((code) => code !== coin);
  const rows = await tx.query(
    `select 1 from simulation.spends s join simulation.transactions t using (coin, txid)
     where s.coin = any($1::text[]) and s.origin = $2 and s.number = $3 and t.mempool_number is not null limit 1`,
    [others, origin, number],
  );
  return rows.length > 0;
}

interface Prices {
  readonly fee: bigint;
  readonly tip: bigint;
}

function isHigherFee(old: bigint, made: bigint): boolean {
  return made > old && made * 100n >= old * (100n + PRICE_BUMP_PERCENT);
}

/** XRP: an account cannot pay itself (xrpl.org, "tem Codes"). On Ethereum it can. */
function isRedundant({ coin, outputs }: RawTransfer, sender: string): boolean {
  return !rulesOf(coin).isReplaceable && outputs.some(({ address }) => address === sender);
}

/** XRP: exactly the next sequence (xrpl.org, "tef Codes", "ter Codes"). */
function judgeOrder(account: AccountFacts, sequence: number): string | null {
  if (sequence < account.nextSequence) return 'tefPAST_SEQ';
  return sequence > account.nextSequence ? 'terPRE_SEQ' : null;
}

/** XRP: such a transfer is still in the next ledger and only pays its fee (xrpl.org, "tec Codes"). */
function failureOf(
  coin: string,
  { left, paid, outputs }: Pick<RawTransfer, 'outputs'> & { left: bigint; paid: bigint },
): string | null {
  const { isReplaceable, reserve, refusingPayee, failingPayee, taggedPayee } = rulesOf(coin);
  if (isReplaceable) return null;
  if (paid > 0n && left < reserve) return UNFUNDED_PAYMENT;
  const refusing = [refusingPayee, failingPayee].find(
    (payee) => payee !== undefined && outputs.some(({ address }) => address === payee.address),
  );
  const isTagMissing = outputs.some(({ address, tag }) => address === taggedPayee?.address && !tag);
  if (isTagMissing) return taggedPayee?.failure ?? null;
  return refusing?.failure ?? null;
}

async function costOf(tx: SqlTx, coin: string, txid: string): Promise<bigint> {
  const [row] = await tx.query<{ total: bigint }>(
    'select coalesce(sum(amount), 0) "total" from simulation.spends where coin = $1 and txid = $2',
    [coin, txid],
  );
  return row?.total ?? 0n;
}
