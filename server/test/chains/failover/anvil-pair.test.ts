// Two Ethereum nodes behind one port: the calls that only ETH makes continue when the first node is unreachable.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNodes } from '../../../src/chains/families.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Anvil, startAnvil } from '../../support/anvil.ts';
import { TOKEN_ADDRESS } from '../../support/erc20.ts';
import { freePort } from '../../support/free-port.ts';
import { coinCodes, coinOf } from '../simulated/simulation-on.ts';

const coin = coinOf('ETH');
const log = createLog('silent');
/** Accepts payments and stores a word: SSTORE of CALLVALUE. */
const SAVER = '0x000000000000000000000000000000000000c001';

let node: Anvil;
let away: string;
beforeAll(async () => {
  node = await startAnvil();
  away = `http://127.0.0.1:${await freePort()}`;
});
afterAll(() => node.stop());

test('balances, finality, gas and rejections come from the second node when the first is unreachable', async () => {
  await node.setCode(SAVER, '345f5500');
  await node.mine(70);
  const addresses = [{ url: away }, { url: node.url }];
  const options = { coin, network: 'regtest', log, finality: 'finalized' } as const;
  const { chain, sending } = openNodes(options, addresses);
  const network = defined(sending, 'ETH can be sent').network;
  const at = await chain.tip();
  const accounts = [{ address: node.payer, expected: 0n }];
  expect(await defined(chain.hiddenPayments, 'balances')(accounts, at)).toMatchObject([
    { txid: at.hash, address: node.payer },
  ]);
  expect(await defined(chain.finalBlock, 'finality')()).toMatchObject({ height: at.height - 64 });
  const payment = { address: SAVER, tag: null, amount: 1n };
  const paying = { ...payment, sender: node.payer };
  expect(await defined(network.gasFor, 'gas')(paying)).toBeGreaterThan(21_000);
  expect(await defined(network.refusalOf, 'refusals')(paying)).toBeNull();
  await chain.close();
  network.close();
});

test.each(coinCodes)('several nodes of %s can do everything that one can', (code) => {
  const { token } = coinOf(code);
  const each = token === null ? coinOf(code) : token.withContract('regtest', TOKEN_ADDRESS);
  const options = { coin: each, network: 'regtest', log, finality: 'safe' } as const;
  const abilities = (urls: readonly string[]) => {
    const { chain, sending, examine } = openNodes(
      options,
      urls.map((url) => ({ url })),
    );
    const network = sending?.network ?? {};
    return [chain, network, { examine }].map((port) => Object.keys(port).sort());
  };
  expect(abilities([away, node.url])).toEqual(abilities([node.url]));
});
