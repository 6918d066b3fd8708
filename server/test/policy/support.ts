// Helpers for policy tests: set a policy, request withdrawals, and read the decisions.
import type { ChaintillError } from '../../../client/src/error.ts';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { setPolicy } from '../../src/policy/store-policies.ts';
import { findWithdrawal } from '../../src/withdrawals/store-withdrawals.ts';
import type { WithdrawalRow } from '../../src/withdrawals/withdrawal.ts';
import type { Merchant, World } from '../support/world.ts';

/** From the BIP-173 examples, on the test network. */
export const BTC_ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

/** The rules, followed by one that allows the rest. */
export function publishPolicy(
  world: World,
  merchant: Merchant,
  ...rules: object[]
): Promise<number> {
  const last = { name: 'everything else', do: 'allow' };
  const document = JSON.stringify({ rules: [...rules, last] });
  return setPolicy(world.app, merchant.project.id, { document, note: null, mayLoosen: true });
}

/** An amount in EUR is the amount sent, with fees on top, so the policy's value equals it. */
export function requestWithdrawal(
  merchant: Merchant,
  amount: string,
  changes: object = {},
): Promise<CoinWithdrawal> {
  return merchant.api.coinWithdrawals.create({
    address: BTC_ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount_to_send: amount,
    force_commit: true,
    ...changes,
  });
}

export async function refusal(work: Promise<unknown>): Promise<ChaintillError> {
  try {
    await work;
  } catch (error) {
    return error as ChaintillError;
  }
  throw new Error('it was not refused');
}

export async function storedRow(
  world: World,
  merchant: Merchant,
  id: string,
): Promise<WithdrawalRow> {
  return defined(
    await findWithdrawal(world.app.db, merchant.project.id, id),
    'a stored withdrawal',
  );
}

export async function availableIn(merchant: Merchant, currency: string): Promise<string> {
  const { data } = await merchant.api.accounts.list();
  const account = defined(
    data.find((item) => item.currency === currency),
    currency,
  );
  return String(account.available);
}
