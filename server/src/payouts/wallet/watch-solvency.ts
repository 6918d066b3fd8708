// Checks solvency every ten minutes. Between a block and its postings, a coin may look short, so two checks count.
import type { App } from '../../app.ts';
import { assetCode, type Coin } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { DAY, MINUTE } from '../../core/clock.ts';
import { groupBy } from '../../core/group.ts';
import { amountOf, formatAmount } from '../../core/money.ts';
import { readSetting, storeSetting } from '../../db/settings.ts';
import { openAlert, resolveOpen } from '../../ledger/alerts.ts';
import { auditWorker } from '../../workers/audit-books.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import { amountText } from '../coin-wallet.ts';
import { inFeeCoin, worthOfFee } from '../transfer-fees.ts';
import {
  declarationsInForce,
  isShort,
  solvencyOf,
  sumUpOutputs,
  surplusOf,
  walletHoldings,
} from './solvency.ts';

// Solvency includes external holdings that only a person has checked, so a person must confirm them every month.

const AGE_ALERT = 'external_holdings_unconfirmed';
/** A monthly statement, and four days to receive and enter it. */
const VALID_FOR = 35 * DAY;

/** A declaration of zero needs no confirmation. */
export async function alertOldDeclarations(app: App): Promise<void> {
  const declarations = await declarationsInForce(app.db);
  const before = app.clock.now() - VALID_FOR;
  const isOld = ({ amount, created_at }: { amount: bigint; created_at: Date }) =>
    amount > 0n && created_at.getTime() < before;
  const old = declarations.filter(isOld);
  for (const { currency, amount, created_at } of old) {
    const units = defined(app.currencies.get(currency), `the currency ${currency}`);
    const facts = {
      declared: `${formatAmount(amount, units)} ${currency}`,
      declared_at: created_at.toISOString(),
    };
    await openAlert(app, { kind: AGE_ALERT, subject: currency, facts });
  }
  const confirmed = declarations.filter((declaration) => !old.includes(declaration));
  await resolveOpen(app, { kind: AGE_ALERT, subjects: confirmed.map(({ currency }) => currency) });
}

const MARK_ALERT = 'hot_wallet_below_mark';

/** In the coin's smallest unit. Null: the operator set none. */
export function lowWaterMarkOf({ config }: Pick<App, 'config'>, coin: Coin): bigint | null {
  const mark = config.lowWaterMarks.get(coin.code);
  return mark === undefined ? null : amountOf(mark, coin);
}

/** Before payouts have to wait for coins. */
export async function alertLowWallets(app: App): Promise<void> {
  const isAnySet = app.config.lowWaterMarks.size > 0;
  const holdings = isAnySet ? await walletHoldings(app.db, app) : [];
  const held = new Map(holdings.map((each) => [each.coin, each.held]));
  const enough: string[] = [];
  for (const coin of app.coins.values()) {
    const mark = lowWaterMarkOf(app, coin);
    const balance = held.get(coin.code) ?? 0n;
    if (mark === null || balance >= mark) {
      enough.push(coin.code);
      continue;
    }
    const facts = { balance: amountText(balance, coin), mark: amountText(mark, coin) };
    await openAlert(app, { kind: MARK_ALERT, subject: coin.code, facts });
  }
  await resolveOpen(app, { kind: MARK_ALERT, subjects: enough });
}

const EVERY = 10 * MINUTE;
const SOLVENCY_ALERT = 'insolvent';
const SHORT_SINCE = 'short_since';
const ALL_TOGETHER = 'all';

const solvencyWorker: Worker = recurring({
  name: 'solvency',
  everyMilliseconds: EVERY,
  leaseMilliseconds: 5 * MINUTE,
  async run(app) {
    await alertFeeLosses(app);
    await alertOldDeclarations(app);
    await alertLowWallets(app);
    await sumUpOutputs(app.db);
    const short = await shortages(app);
    const before = await shortSince(app);
    const now = app.clock.now();
    const since = Object.fromEntries([...short.keys()].map((name) => [name, before[name] ?? now]));
    for (const [subject, lacking] of short) {
      if (now - (since[subject] ?? now) < EVERY) continue;
      await openAlert(app, { kind: SOLVENCY_ALERT, subject, facts: { lacking } });
    }
    const subjects = Object.keys(before).filter((subject) => !short.has(subject));
    await resolveOpen(app, { kind: SOLVENCY_ALERT, subjects });
    if (short.size > 0 || subjects.length > 0) await storeSetting(app.db, SHORT_SINCE, since);
    return false;
  },
});

export const verificationWorkers: readonly Worker[] = [auditWorker, solvencyWorker];

const LOSSES_ALERT = 'network_fee_overspend';

/** As text, keyed by coin and `all`. */
async function shortages(app: App): Promise<ReadonlyMap<string, string>> {
  const { positions, rest } = await solvencyOf(app);
  const short = new Map<string, string>();
  for (const position of positions.filter(isShort)) {
    const { currency } = position;
    short.set(currency.code, `${formatAmount(-surplusOf(position), currency)} ${currency.code}`);
  }
  const euro = app.currencies.get('EUR');
  if (rest !== null && rest < 0n && euro !== undefined)
    short.set(ALL_TOGETHER, `${formatAmount(-rest, euro)} EUR`);
  return short;
}

async function shortSince(app: App): Promise<Readonly<Record<string, number>>> {
  return (await readSetting<Record<string, number>>(app.db, SHORT_SINCE)) ?? {};
}

/**
 * Over all projects, because runaway fees are shown nowhere else. Fees that merchants paid in tokens count at the
 * current rate. Operators with many sweeps, merges and gas supplies set a higher limit.
 */
export async function alertFeeLosses(app: App): Promise<void> {
  const rows = await app.db.query<{ currency: string; balance: bigint }>(
    `select currency, sum(balance) as balance from ledger_accounts
     where kind = 'network_fees' group by currency order by currency`,
  );
  const balances = new Map(rows.map(({ currency, balance }) => [currency, balance]));
  const coins = [...app.coins.values()];
  const covered: string[] = [];
  for (const [asset, ofAsset] of groupBy(coins, ({ feeCoin }) => assetCode(feeCoin))) {
    const own = defined(
      ofAsset.find((coin) => coin.code === coin.feeCoin),
      `a coin of ${asset}`,
    );
    const limit = app.config.networkFeeLoss.get(asset) ?? own.limits.feeLoss;
    const lost = -earnedIn(app, { asset, ofAsset, balances });
    if (limit === null || lost <= amountOf(limit, own)) covered.push(asset);
    else {
      const facts = { lost: `${formatAmount(lost, own)} ${asset}`, limit };
      await openAlert(app, { kind: LOSSES_ALERT, subject: asset, facts });
    }
  }
  await resolveOpen(app, { kind: LOSSES_ALERT, subjects: covered });
}

interface FeeBooks {
  readonly asset: string;
  /** The coins whose fees are paid in it. */
  readonly ofAsset: readonly Coin[];
  /** Counted amounts are removed, because a token on several networks pays for each of them. */
  readonly balances: Map<string, bigint>;
}

/** In the smallest unit of the asset; below zero: the networks charged more than merchants paid. */
function earnedIn(app: App, { asset, ofAsset, balances }: FeeBooks): bigint {
  let earned = balances.get(asset) ?? 0n;
  for (const token of ofAsset) {
    const code = token.asset.code;
    const paid = balances.get(code) ?? 0n;
    if (code === asset || paid === 0n || (earned >= 0n && paid > 0n)) continue;
    const worth = inFeeCoin(app, token, paid);
    const counted = paid < 0n || worth < -earned ? worth : -earned;
    const left = counted === worth ? 0n : paid - (worthOfFee(app, token, counted) ?? paid);
    balances.set(code, left);
    earned += counted;
  }
  return earned;
}
