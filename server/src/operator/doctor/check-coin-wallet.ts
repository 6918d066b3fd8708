// The doctor's checks of the wallets: solvency, the cost of spending small payments, and payouts that wait for final
// blocks.
import type { App } from '../../app.ts';
import { formatAmount } from '../../core/money.ts';
import type { CoinWallet } from '../../payouts/coin-wallet.ts';
import { FINAL_AFTER } from '../../payouts/plan/await-final.ts';
import { INPUTS_MAX } from '../../payouts/plan/plan-outputs.ts';
import { type InputCosts, inputCosts } from '../../payouts/wallet/input-costs.ts';
import { isShort, solvencyOf } from '../../payouts/wallet/solvency.ts';
import { wrongOutputSums } from '../../payouts/wallet/wallet-holdings.ts';
import type { OperatorApp } from '../operator.ts';
import { moneyOf } from '../present.ts';
import type { Finding } from './examine.ts';

const SOLVENCY_IN = 'EUR';

/** One finding per coin with debt or a shortfall, one for the sums behind them, and one for the total. */
export async function checkSolvency(app: App): Promise<Finding[]> {
  const found = await solvencyOf(app);
  const hint =
    'find out how it came about; bring the coins in, or declare what you hold elsewhere: chaintill solvency';
  const coins = found.positions.filter(({ currency }) => currency.kind === 'coin');
  const findings = coins.map((position): Finding => {
    const { currency, owed, held, withTokens, declared } = position;
    const text = (amount: bigint) => `${formatAmount(amount, currency)} ${currency.code}`;
    const apart = withTokens === 0n ? '' : ` (${text(withTokens)} of it beside tokens)`;
    return {
      check: `${currency.code} solvency`,
      ...{ code: 'solvency', about: currency.code },
      ok: !isShort(position),
      text: `merchants own ${text(owed)}, the wallet holds ${text(held)}${apart}, declared ${text(declared)}`,
      hint: isShort(position) ? hint : null,
      detail: {
        ...{ code: 'owned', owed: text(owed), held: text(held), declared: text(declared) },
        beside_tokens: withTokens === 0n ? null : text(withTokens),
      },
    };
  });
  const rest = restText(app, found.rest);
  const isShortInAll = found.rest !== null && found.rest < 0n;
  const text = `when all are paid out: ${rest}`;
  const detail = { code: 'rest', rest: found.rest === null ? null : rest } as const;
  const whole = { ok: !isShortInAll, text, hint: isShortInAll ? hint : null, detail };
  return [
    ...findings,
    await checkSums(app),
    { check: 'solvency', code: 'solvency', about: null, ...whole },
  ];
}

/** The database keeps sums of outputs, which the solvency check relies on. */
async function checkSums(app: App): Promise<Finding> {
  const wrong = await wrongOutputSums(app.db);
  const coins = wrong.map(({ coin }) => coin).join(', ');
  const ok = wrong.length === 0;
  return {
    check: 'sums of outputs',
    ...{ code: 'output_sums', about: null },
    ok,
    text: ok ? 'as the outputs are' : `not what the outputs sum to: ${coins}`,
    hint: ok ? null : 'somebody changed the database by hand: restore a backup (docs/restores.md)',
    detail: ok ? { code: 'fine' } : { code: 'sums_differ', coins },
  };
}

function restText(app: App, rest: bigint | null): string {
  if (rest === null) return 'no fresh rates to value it';
  const { amount, currency } = moneyOf(app, rest, SOLVENCY_IN);
  return `${amount} ${currency}`;
}

/**
 * The `chaintill doctor` findings about small payments: the cost of spending them, and whether consolidation is
 * advised. Never BAD: the hint says what to do while fees are low. An unreachable node has its own finding.
 */
export async function checkInputs(app: App & Pick<OperatorApp, 'coinWallets'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const coinWallet of app.coinWallets.values()) {
    if (coinWallet.network.model !== 'outputs') continue;
    const { perInput, ...costs } = await inputCosts(app, coinWallet);
    if (perInput !== null) findings.push(findingOf(app, coinWallet, { ...costs, perInput }));
  }
  return findings;
}

/** As many as one consolidation transfer spends. */
function findingOf(
  app: App,
  { coin }: CoinWallet,
  costs: InputCosts & { readonly perInput: bigint },
): Finding {
  const { perInput, outputs, small, uneconomical } = costs;
  const amount = (value: bigint) => `${formatAmount(value, coin)} ${coin.code}`;
  const dear = small + uneconomical;
  const isAdvised = dear >= INPUTS_MAX && !app.config.consolidate.has(coin.code);
  return {
    check: `${coin.code} small payments`,
    ...{ code: 'small_payments', about: coin.code },
    ok: true,
    text:
      `${dear} of ${outputs} outputs lose a tenth or more to an input of ${amount(perInput)}: ` +
      `spending the ${small} that bring more than that costs ${amount(perInput * BigInt(small))} of ` +
      `${amount(costs.smallAmount)}, and ${uneconomical} with ${amount(costs.uneconomicalAmount)} cost more than they bring`,
    detail: {
      ...{ code: 'small', dear, outputs, per_input: amount(perInput) },
      ...{ small, cost: amount(perInput * BigInt(small)), small_amount: amount(costs.smallAmount) },
      ...{ uneconomical, uneconomical_amount: amount(costs.uneconomicalAmount) },
    },
    hint: isAdvised
      ? `merge them while fees are low: CHAINTILL_CONSOLIDATION_MAX_FEE names a price for ${coin.code}`
      : null,
  };
}

/** The `chaintill doctor` findings about payouts that wait for the blocks of the deposits that fund them. */
export async function checkFresh(app: App): Promise<Finding> {
  const rows = await app.db.query<{ n: number; projects: number; since: Date | null }>(
    `select count(*)::int as n, count(distinct p.project_id)::int as projects, min(committed_at) as since
     from payouts p join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where p.coin = any($1::text[]) and p.status = 'waiting'
       and p.wait_reason = 'waiting_for_finality'`,
    [[...app.coins.keys()]],
  );
  const { n = 0, projects = 0, since = null } = rows[0] ?? {};
  const isLate = since !== null && since.getTime() + FINAL_AFTER <= app.clock.now();
  const text = `${n} of ${projects} ${projects === 1 ? 'project wait' : 'projects wait'} for final blocks`;
  return {
    check: 'payouts of fresh money',
    ...{ code: 'fresh_payouts', about: null },
    ok: !isLate,
    text: n === 0 ? 'none waits for final blocks' : text,
    detail: n === 0 ? { code: 'none' } : { code: 'await_final', count: n, projects },
    hint: isLate
      ? 'is the chain of the deposits moving? else raise freshMoneyMaxEur of the project'
      : null,
  };
}
