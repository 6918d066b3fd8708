// The token contracts in the settings of a separate signer: it calls only those, whatever the service requests, and
// rejects implausible settings.
import { Transaction } from 'micro-eth-signer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signTransferOf } from '../../src/chains/families.ts';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { firstAddressOf } from '../../src/coins/nodes.ts';
import { definedCoin } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { type Intent, intentKeyOf, sealIntent } from '../../src/keys/intent.ts';
import { SignerAway } from '../../src/keys/signer.ts';
import { socketSigner } from '../../src/keys/socket-signer.ts';
import { createTestSigner, rememberedHeads, type TestSigner } from '../support/signer.ts';

const log = createLog('silent');
const intentKey = intentKeyOf(new Uint8Array(32).fill(1));
const CONTRACT = `0x70ce${'0'.repeat(35)}1`;
const PAYEE = `0x${'0'.repeat(38)}aa`;

let signer: TestSigner;
beforeEach(async () => {
  signer = await createTestSigner({
    mode: 'live',
    network: 'regtest',
    signTransferOf: ({ coin, network }) => signTransferOf({ coin, network, log }),
  });
});
afterEach(() => signer.close());

/** The raw transaction of a token payment, from the socket's response. */
async function signedPayment(code = 'USDT', requested = code) {
  const service = socketSigner({ path: signer.socket, intentKey, heads: rememberedHeads() });
  const { keys } = await service.hello();
  const coin = definedCoin(code);
  const number = firstAddressOf(coin.nodes);
  const sender = coin.deriveAddress(defined(keys[code], 'its keys'), number, 'regtest');
  const intent: Intent = {
    projectId: 'project',
    id: '0199aaaa-0000-7000-8000-000000000002',
    coin: requested,
    address: PAYEE,
    tag: null,
    amount: 5_000_000n,
    networkFee: 1_000_000n,
  };
  const sealed = { ...intent, seal: sealIntent(intentKey, intent) };
  expect(await service.examine([sealed])).toEqual([null]);
  const plan: TransferPlan = {
    coin: code,
    origin: { sender, number: 0 },
    fee: 10n ** 15n,
    gas: 70_000,
    outputs: [{ address: PAYEE, tag: null, amount: intent.amount }],
  };
  const { raw } = await service.sign({
    plan,
    intents: [sealed],
    indexes: new Map([[sender, number]]),
  });
  return Transaction.fromHex(raw).raw;
}

test('the named contract is called', async () => {
  signer.configure({ contracts: { USDT: CONTRACT } });
  await signer.start();
  expect((await signedPayment()).to.toLowerCase()).toBe(CONTRACT);
});

test('a token on a further network is signed for that network, in the units of its contract', async () => {
  const code = 'USDT.bnb_smart_chain';
  signer.configure({ contracts: { [code]: CONTRACT } });
  await signer.start();
  const raw = await signedPayment(code);
  expect(raw.chainId).toBe(31_341n);
  expect(raw.to.toLowerCase()).toBe(CONTRACT);
  expect(raw.data).toContain((5_000_000n * 10n ** 12n).toString(16));
});

test('a withdrawal on one network is not paid by a transfer on another', async () => {
  const code = 'USDT.bnb_smart_chain';
  signer.configure({ contracts: { USDT: CONTRACT, [code]: CONTRACT } });
  await signer.start();
  await expect(signedPayment(code, 'USDT')).rejects.toMatchObject({
    refusal: { code: 'payment_missing' },
  });
});

test('without a contract no token is signed on a test network', async () => {
  await signer.start();
  await expect(signedPayment()).rejects.toThrow(SignerAway);
});

test.each([
  ['of a coin that is no token', 'regtest', { ETH: CONTRACT }, /not a contract of ETH/],
  ['of a token that nobody knows', 'regtest', { XAU: CONTRACT }, /not a contract of XAU/],
  ['that is no address', 'regtest', { USDT: '0x12' }, /not a contract of USDT/],
  ['on the main network, where it is fixed', 'main', { USDT: CONTRACT }, /is fixed/],
])('a contract %s is rejected at startup', async (_what, network, contracts, why) => {
  signer.configure({ network, contracts });
  await expect(signer.start()).rejects.toThrow(why);
});
