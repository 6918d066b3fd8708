// The doctor's checks of the wallets: solvency, the cost of spending small payments, and payouts that wait for final
// blocks.
import type { App } from '../../app.ts';
import { formatAmount } from '../../core/money.ts';
import type { CoinWallet } from '../../payouts/coin-wallet.ts';
import { FINAL_AFTER } from '../../payouts/plan/await-final.ts';
import { INPUTS_MAX } from '../../payouts/plan/plan-outputs.ts';
import { type InputCosts, inputCosts } from '../../payouts/wallet/input-costs.ts';
import { isShort, solvencyOf, wrongOutputSums } from '../../payouts/wallet/solvency.ts';
import type { OperatorApp } from '../operator.ts';
import { amountText, VALUED_IN } from '../present.ts';
import type { Finding } from './finding.ts';

/** One finding per coin with debt or a shortfall, one for the sums that the check relies on, and one for the total. */
export async function checkSolvency(app: App): Promise<Finding[]> {
  const found = await solvencyOf(app);
  const coins = found.positions.filter(({ currency }) => currency.kind === 'coin');
  const findings = coins.map((position): Finding => {
    const { currency, owed, held, withTokens, declared } = position;
    const text = (amount: bigint) => amountText(app, amount, currency.code);
    return {
      code: 'solvency',
      about: currency.code,
      ok: !isShort(position),
      detail: {
        code: 'owned',
        owed: text(owed),
        held: text(held),
        declared: text(declared),
        beside_tokens: withTokens === 0n ? null : text(withTokens),
      },
    };
  });
  const { rest } = found;
  const detail = {
    code: 'rest',
    rest: rest === null ? null : amountText(app, rest, VALUED_IN),
  } as const;
  return [
    ...findings,
    await checkSums(app),
    { code: 'solvency', about: null, ok: rest === null || rest >= 0n, detail },
  ];
}

async function checkSums(app: App): Promise<Finding> {
  const wrong = await wrongOutputSums(app.db);
  const coins = wrong.map(({ coin }) => coin).join(', ');
  const ok = wrong.length === 0;
  const detail = ok ? ({ code: 'fine' } as const) : ({ code: 'sums_differ', coins } as const);
  return { code: 'output_sums', about: null, ok, detail };
}

/**
 * The `chaintill doctor` findings about small payments: the cost of spending them, and whether consolidation is
 * advised. Never BAD; the hint says what to do while fees are low. An unreachable node has its own finding.
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

/** As many outputs as one consolidation transfer spends. */
function findingOf(
  app: App,
  { coin }: CoinWallet,
  costs: InputCosts & { readonly perInput: bigint },
): Finding {
  const { perInput, outputs, small, uneconomical } = costs;
  const amount = (value: bigint) => `${formatAmount(value, coin)} ${coin.code}`;
  const uneconomicalCount = small + uneconomical;
  const isAdvised = uneconomicalCount >= INPUTS_MAX && !app.config.consolidate.has(coin.code);
  return {
    code: 'small_payments',
    about: coin.code,
    ok: true,
    isAdvised,
    detail: {
      code: 'small',
      dear: uneconomicalCount,
      outputs,
      per_input: amount(perInput),
      small,
      cost: amount(perInput * BigInt(small)),
      small_amount: amount(costs.smallAmount),
      uneconomical,
      uneconomical_amount: amount(costs.uneconomicalAmount),
    },
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
  return {
    code: 'fresh_payouts',
    about: null,
    ok: !isLate,
    detail: n === 0 ? { code: 'none' } : { code: 'waiting_for_finality', count: n, projects },
  };
}
