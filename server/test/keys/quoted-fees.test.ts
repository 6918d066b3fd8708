// The signer never rejects a fee that a merchant was quoted and paid: at every fee level, for the smallest payment, and
// for the replacements within its budget. Node errors are recognized by their codes.
import { expect, test } from 'vitest';
import { rejectReason } from '../../src/chains/bitcoind/bitcoind-transfers.ts';
import { feeRulesOf, quotesAt } from '../../src/chains/bitcoind/fee-rules.ts';
import { mostQuote } from '../../src/chains/most-quote.ts';
import { definedCoin, definedCoins } from '../../src/coins/registry.ts';
import { checkTransfer } from '../../src/keys/check-transfer.ts';
import { feeLimitsOf } from '../../src/keys/fee-limits.ts';
import { FEE_BUDGET_FACTOR } from '../../src/keys/intent.ts';

const LEVELS = Array.from({ length: 60 }, (_, n) => 2n ** BigInt(n));

function quotesOf(code: string): bigint[] {
  const coin = definedCoin(code);
  if (coin.nodes.family !== 'bitcoind')
    return [1n, ...LEVELS.filter((level) => level < mostQuote(coin)), mostQuote(coin)];
  return LEVELS.flatMap((rate) => {
    const { slow, average, fast } = quotesAt(feeRulesOf(code), [rate, rate, rate]);
    return [slow, average, fast];
  });
}

test.each([...definedCoins.keys()])(
  'the signer signs the quoted fees of %s at every level',
  (code) => {
    const coin = definedCoin(code);
    const fees = feeLimitsOf(code, definedCoin(coin.feeCoin));
    const intent = {
      projectId: 'project',
      id: 'withdrawal',
      coin: code,
      address: 'payee',
      tag: null,
      amount: 1n,
    };
    for (const quote of quotesOf(code)) {
      expect(quote).toBeLessThanOrEqual(mostQuote(coin));
      for (const fee of [quote, quote * FEE_BUDGET_FACTOR]) {
        const output = { address: 'payee', tag: null, amount: 1n };
        const input = { txid: '00', index: 0, address: 'ours', amount: 1n + fee };
        const origin =
          coin.nodes.family === 'bitcoind' ? { inputs: [input] } : { sender: 'ours', number: 1 };
        const refusal = checkTransfer({
          plan: { coin: code, origin, outputs: [output], fee },
          intents: [{ ...intent, networkFee: quote }],
          own: new Set<string>(),
          fees,
          feeCoin: coin.feeCoin,
        });
        expect(refusal, `${code} at ${fee}`).toBeNull();
      }
    }
  },
);

test.each([
  ['txn-mempool-conflict', 'txn-mempool-conflict'],
  ['18: txn-mempool-conflict', 'txn-mempool-conflict'],
  ['258: txn-mempool-conflict', 'txn-mempool-conflict'],
  ['txn-mempool-conflict (code 18)', 'txn-mempool-conflict'],
  ['18: txn-already-known', 'txn-already-known'],
  ['dust, tx with dust output must be 0-fee', 'dust'],
  ['64: dust', 'dust'],
  ['TX decode failed', ''],
])('a node error %j means %j', (message, code) => {
  expect(rejectReason(message)).toBe(code);
});
