// The operator's view of the signer: its location, whether it is reachable, its queue, and its limits.
import { separateSigner } from '../addresses/configured-keys.ts';
import { openMnemonic } from '../addresses/wallets.ts';
import type { App } from '../app.ts';
import type { OutputOf } from '../contract/operator/operation.ts';
import type { SignerAwayCode } from '../contract/refusals.ts';
import { formatAmount, formatDecimal } from '../core/money.ts';
import type { Budget } from '../keys/fee-limits.ts';
import { SignerAway } from '../keys/signer.ts';
import type { OperatorApp } from './operator.ts';
import type { walletOperations } from './wallet/contract.ts';

type Shown = OutputOf<(typeof walletOperations)['wallet.signer']>;

export async function showSigner(app: OperatorApp): Promise<Shown> {
  const status = await signerStatus(app);
  const isRequested = status.place !== 'none' && status.away === null;
  const budgets = isRequested ? await readBudgets(app) : [];
  return {
    place: status.place,
    answers: isRequested,
    away_because: status.away,
    away_code: status.code,
    away_about: status.about,
    ...(await waitingOf(app)),
    budgets: budgets.flatMap((budget) => shownBudget(app, budget)),
  };
}

export interface SignerStatus {
  readonly place: 'in_process' | 'separate' | 'none';
  /** Why it does not sign, as text. Null if it can sign. */
  readonly away: string | null;
  readonly code: SignerAwayCode | null;
  readonly about: string | null;
}

const ANSWERS = { away: null, code: null, about: null } as const;

/** The status of the separate signer or of the local seed; `none` when only public keys are configured. */
export async function signerStatus(app: App): Promise<SignerStatus> {
  const signer = separateSigner(app);
  if (signer === null && app.config.walletKeysFile !== null) return { place: 'none', ...ANSWERS };
  const place = signer === null ? 'in_process' : 'separate';
  try {
    await (signer === null ? openMnemonic(app) : signer.hello());
    return { place, ...ANSWERS };
  } catch (error) {
    if (error instanceof SignerAway)
      return { place, away: error.message, code: error.code, about: error.about };
    return {
      place,
      ...ANSWERS,
      away: error instanceof Error ? error.message : String(error),
    };
  }
}

/** All wallets use the same signer. An unreachable signer has its own alert. An older version reports no budgets. */
export async function readBudgets({ coinWallets }: OperatorApp): Promise<readonly Budget[]> {
  const [coinWallet] = coinWallets.values();
  try {
    return (await coinWallet?.signer.budgets?.()) ?? [];
  } catch (error) {
    if (error instanceof SignerAway) return [];
    throw error;
  }
}

const COUNTED_MAX = 1000;

async function waitingOf(app: OperatorApp): Promise<Pick<Shown, 'waiting' | 'refused'>> {
  const [row] = await app.db.query<Pick<Shown, 'waiting' | 'refused'>>(
    `select count(*) filter (where wait_reason = 'signer_unavailable')::int as waiting,
       count(*) filter (where wait_reason = 'rejected_by_signer')::int as refused
     from (select wait_reason from payouts where coin = any($1::text[]) and status = 'waiting'
       limit ${COUNTED_MAX}) found`,
    [[...app.coinWallets.keys()]],
  );
  return row ?? { waiting: 0, refused: 0 };
}

/** Hundredths of a percent. */
const PARTS = 10_000;

/** Budgets for coins that this instance does not have are omitted. */
function shownBudget(app: App, reported: Budget): Shown['budgets'] {
  const coin = app.coins.get(reported.coin);
  if (coin === undefined) return [];
  const { used, limit, perTransfer } = reported;
  const text = (amount: bigint | undefined) =>
    amount === undefined ? null : formatAmount(amount, coin);
  const left = used === undefined || limit === undefined ? undefined : limit - used;
  return [
    {
      coin: coin.code,
      budget: reported.budget,
      used: text(used),
      limit: text(limit),
      left: text(left !== undefined && left < 0n ? 0n : left),
      left_percent: formatDecimal({ digits: BigInt(Math.round(reported.left * PARTS)), scale: 2 }),
      per_transfer: text(perTransfer),
    },
  ];
}
