// Decides only by the signer's own memory and limits, not by the sender of a request. The first version of a withdrawal
// is binding, each withdrawal is paid once, and daily amounts are limited. Pure.
import type { TransferPlan } from '../chains/transfers.ts';
import type { Coin } from '../coins/coin.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { SECOND } from '../core/clock.ts';
import { sumOf } from '../core/group.ts';
import { addedFee, feesToday } from './fee-tally.ts';
import type { Intent } from './intent.ts';
import { amountIn, paymentFacts } from './refusal-text.ts';
import type { CoinLimits, SignerLimits } from './signer-limits.ts';
import { type JournalRecord, leftToday, type SignerMemory } from './signer-memory.ts';

type SignedRecord = Extract<JournalRecord, { kind: 'signed' }>;

export interface JudgeFacts {
  readonly memory: SignerMemory;
  readonly limits: SignerLimits;
  readonly now: number;
}

/** `planned`: what the other intents of the same request will send in the intent's coin. */
export function checkIntent(
  judge: JudgeFacts,
  intent: Intent,
  planned: bigint,
): SignerRefusal | null {
  const { memory, limits, now } = judge;
  const requested = memory.requests.get(intent.id);
  if (requested !== undefined && !isSame(requested.intent, intent)) {
    return { code: 'request_changed', ...paymentFacts(requested.intent) };
  }
  // A withdrawal that was signed before has passed all other checks, and a replacement cannot pay anyone else.
  if (requested !== undefined && requested.signed.length > 0) return null;
  const coin = limits.coins.get(intent.coin);
  if (coin === undefined) return { code: 'no_limits', coin: intent.coin };
  if (limits.allowed !== null && limits.allowed.get(intent.coin)?.has(intent.address) !== true) {
    return { code: 'address_not_allowed', address: intent.address };
  }
  if (intent.amount > coin.perTransfer) {
    return aboveTransfer(coin, intent.amount);
  }
  const left = leftToday(memory, intent.coin, now) + planned + expectedOf(limits, intent);
  if (left > coin.perDay) {
    return aboveDay(coin, left);
  }
  const waits = (requested?.seenAt ?? now) + limits.coolingMilliseconds - now;
  return waits <= 0 ? null : { code: 'cooling_period', seconds: Math.ceil(waits / SECOND) };
}

/** In the intent's coin. The network fee of a token's transfer leaves in another coin. */
export function expectedOf({ coins }: SignerLimits, { coin, amount, networkFee }: Intent): bigint {
  return coins.get(coin)?.currency.feeCoin === coin ? amount + networkFee : amount;
}

interface JudgedTransfer {
  readonly plan: TransferPlan;
  readonly intents: readonly Intent[];
  readonly feeCoin: string;
}

/** Null when neither earlier signatures nor the limits refuse the transfer. */
export function examineTransfer(
  judge: JudgeFacts,
  { plan, intents, feeCoin }: JudgedTransfer,
): SignerRefusal | null {
  let planned = 0n;
  for (const intent of intents) {
    const refusal = checkIntent(judge, intent, planned) ?? findSecond(judge.memory, plan, intent);
    if (refusal !== null) return refusal;
    if (!isSigned(judge.memory, intent)) planned += intent.amount;
  }
  const coin = judge.limits.coins.get(plan.coin);
  if (coin === undefined) return { code: 'no_limits', coin: plan.coin };
  if (planned > coin.perTransfer) {
    return aboveTransfer(coin, planned);
  }
  const added = feeAdded(judge.memory, { plan, feeCoin, now: judge.now });
  const tooMuch = judgeFees(judge, { feeCoin, added });
  if (tooMuch !== null) return tooMuch;
  if (feeCoin === plan.coin) return checkDay(judge, plan.coin, planned + added);
  return checkDay(judge, plan.coin, planned) ?? checkDay(judge, feeCoin, added);
}

/** A refused or repeated transfer adds nothing; a replacement adds the difference. */
function feeAdded(
  memory: SignerMemory,
  { plan, feeCoin, now }: { plan: TransferPlan; feeCoin: string; now: number },
): bigint {
  return addedFee(memory.fees, { at: now, coin: feeCoin, fee: plan.fee, spends: spendsOf(plan) });
}

function judgeFees(
  { memory, limits, now }: JudgeFacts,
  { feeCoin, added }: { feeCoin: string; added: bigint },
): SignerRefusal | null {
  const coin = limits.coins.get(feeCoin);
  if (coin === undefined) return { code: 'no_limits', coin: feeCoin };
  const fees = feesToday(memory.fees, feeCoin, now) + added;
  return fees <= coin.fees.perDay ? null : aboveFees(coin.currency, fees, coin.fees.perDay);
}

export function aboveFees(currency: Coin, fees: bigint, perDay: bigint): SignerRefusal {
  const shown = (amount: bigint) => amountIn(currency.code, amount);
  return { code: 'fees_above_daily_limit', fees: shown(fees), limit: shown(perDay) };
}

function checkDay(
  { memory, limits, now }: JudgeFacts,
  code: string,
  leaves: bigint,
): SignerRefusal | null {
  const coin = limits.coins.get(code);
  if (coin === undefined) return { code: 'no_limits', coin: code };
  const left = leftToday(memory, code, now) + leaves;
  return left <= coin.perDay ? null : aboveDay(coin, left);
}

function aboveTransfer({ currency, perTransfer }: CoinLimits, amount: bigint): SignerRefusal {
  const shown = (units: bigint) => amountIn(currency.code, units);
  return { code: 'above_transfer_limit', amount: shown(amount), limit: shown(perTransfer) };
}

function aboveDay({ currency, perDay }: CoinLimits, amount: bigint): SignerRefusal {
  const shown = (units: bigint) => amountIn(currency.code, units);
  return { code: 'above_daily_limit', amount: shown(amount), limit: shown(perDay) };
}

/** Transfers that pay the same withdrawal must share an input or a number, so that at most one of them confirms. */
function findSecond(
  memory: SignerMemory,
  plan: TransferPlan,
  intent: Intent,
): SignerRefusal | null {
  const spends = new Set(spendsOf(plan));
  const other = memory.requests
    .get(intent.id)
    ?.signed.find((signed) => !signed.spends.some((spend) => spends.has(spend)));
  if (other === undefined) return null;
  return { code: 'already_signed', withdrawal_id: intent.id, txid: other.txid };
}

function isSigned(memory: SignerMemory, { id }: Intent): boolean {
  return (memory.requests.get(id)?.signed.length ?? 0) > 0;
}

/** The inputs or the number that the transfer spends, as keys of the memory. */
export function spendsOf({ origin }: TransferPlan): string[] {
  if ('sender' in origin) return [`${origin.sender}#${origin.number}`];
  return origin.inputs.map(({ txid, index }) => `${txid}:${index}`);
}

/** The amount that the transfer sends beyond what was already counted. */
export function leavesWith(
  memory: SignerMemory,
  { plan, intents, feeCoin, now }: JudgedTransfer & { now: number },
): Pick<SignedRecord, 'leaves' | 'fee' | 'networkFee'> {
  const fresh = intents.filter((intent) => !isSigned(memory, intent));
  const amounts = sumOf(fresh, ({ amount }) => amount);
  const added = feeAdded(memory, { plan, feeCoin, now });
  const networkFee = { coin: feeCoin, amount: plan.fee };
  if (feeCoin === plan.coin) return { leaves: amounts + added, networkFee };
  return { leaves: amounts, fee: { coin: feeCoin, amount: added }, networkFee };
}

function isSame(a: Intent, b: Intent): boolean {
  const facts = (intent: Intent) => [
    intent.projectId,
    intent.coin,
    intent.address,
    intent.tag,
    intent.amount,
    intent.networkFee,
  ];
  const other = facts(b);
  return facts(a).every((fact, n) => fact === other[n]);
}
