// A payout that no node would relay is rejected when it is requested: by the amount that arrives after all fees, in
// every form of the amount, by address type. Ones from before this check wait visibly, and can be canceled.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import type { ErrorDetail } from '../../src/core/errors.ts';
import { formatAmount } from '../../src/core/money.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

/** By output type, with the dust threshold of each (Bitcoin Core, policy/policy.cpp). */
const kinds = [
  ['p2wpkh', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 294],
  ['p2pkh', 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', 546],
  ['p2tr', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 330],
] as const;
const FEE = 1_000_000n;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  await fillWallet(world, 'BTC', ['1', '1']);
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '100000', BTC: '10' });
  // Fees as on the most expensive days.
  const quote = defined(world.app.networkFees.get('BTC'), 'a quote');
  world.app.networkFees.set('BTC', { ...quote, slow: FEE, average: FEE, fast: FEE });
});
afterAll(() => world.close());

async function create(address: string, body: object) {
  const usual = { charged_currency: 'EUR', received_currency: 'BTC', address };
  const answer = await signedCall(world.url, merchant.key, {
    method: 'POST',
    target: '/api/coin_withdrawals',
    body: { custom_id: crypto.randomUUID(), ...usual, ...body },
  });
  const read = JSON.parse(answer.text) as Record<string, unknown>;
  const { details = [] } = (read['error'] ?? read) as { details?: ErrorDetail[] };
  return { status: answer.status, body: read, details };
}

/** As the API formats them. */
const shown = (satoshis: number) =>
  formatAmount(BigInt(satoshis), defined(world.app.coins.get('BTC'), 'BTC'));

describe.each(kinds)('to %s', (_kind, address, dust) => {
  test('one unit below its dust is rejected with the minimum that passes, and that passes', async () => {
    // The network fee is deducted: the rest arrives.
    const given = { amount_currency: 'BTC', amount_includes_network_fee: true };
    const inBtc = { charged_currency: 'BTC', ...given };
    const below = await create(address, { ...inBtc, amount: shown(Number(FEE) + dust - 1) });
    expect(below.status).toBe(422);
    expect(below.details).toMatchObject([
      {
        code: 'must_be_greater_than_or_equal',
        target: 'amount',
        args: { value: shown(Number(FEE) + dust) },
      },
    ]);
    const least = await create(address, { ...inBtc, amount: shown(Number(FEE) + dust) });
    expect(least.status).toBe(201);
    expect(JSON.stringify(least.body)).toContain(`"received_amount":"${shown(dust)}"`);
  });
});

test.each(['charged_amount', 'amount'])(
  'in fiat too: the suggested amount in %s passes, and a cent less is rejected again',
  async (form) => {
    const address = kinds[0][1];
    const rest =
      form === 'amount'
        ? {
            amount_currency: 'EUR',
            amount_includes_network_fee: true,
            amount_includes_processing_fee: true,
          }
        : {};
    const refused = await create(address, { [form]: '5.00', ...rest });
    const value = String(refused.details[0]?.args['value']);
    expect(refused).toMatchObject({ status: 422, details: [{ target: form }] });
    expect((await create(address, { [form]: value, ...rest })).status).toBe(201);
    const cent = (Number(value) - 0.01).toFixed(2);
    expect(await create(address, { [form]: cent, ...rest })).toMatchObject({ status: 422 });
  },
);
