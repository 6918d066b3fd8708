// Sending XRP beyond the conformance suite: fees under load, rejections that cost nothing, tags, the reserve, and the
// proof that a transfer can never confirm. Over the emulated rippled.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rippledFamily } from '../../../src/chains/rippled/rippled-transfers.ts';
import type { SendingFamily, SignedTransfer, TransferPlan } from '../../../src/chains/transfers.ts';
import { defined } from '../../../src/core/assert.ts';
import { ourWallet } from '../../conformance/our-wallet.ts';
import { type Emulator, startEmulator } from '../../support/rippled/emulator.ts';
import { genesisPayer } from '../../support/rippled/keys.ts';
import { standAlone } from '../../support/rippled/stand-alone.ts';
import { lastLedger, openIndex, REQUIRE_TAG } from '../../support/rippled/state.ts';
import { coinOf } from '../simulated/simulation-on.ts';

const file = new URL('fixtures/rippled-2.2.3.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file, 'utf8'));
const XRP = 1_000_000n;
const UNFUNDED = 'rWACP85cfJfBM8DKakctscmctGtUAXNVb';
const wallet = ourWallet(coinOf('XRP'), 'regtest');
const { address: ours } = await wallet.newDestination();
const { address: payee } = await wallet.payee();

let emulator: Emulator;
let family: SendingFamily;
beforeEach(async () => {
  emulator = await startEmulator();
  const ledger = standAlone(emulator.url);
  await ledger.found(ours, 100n * XRP);
  await ledger.found(payee, 100n * XRP);
  family = rippledFamily({ network: 'regtest', url: emulator.url });
});
afterEach(async () => {
  family.network.close();
  await emulator.close();
});

async function plan(requested: Partial<TransferPlan> = {}): Promise<TransferPlan> {
  const { nextNumber } = await family.network.account(ours);
  return {
    coin: 'XRP',
    origin: { sender: ours, number: nextNumber },
    outputs: [{ address: payee, tag: 9, amount: 5n * XRP }],
    fee: 12n,
    ...requested,
  };
}

const numberOf = ({ origin }: TransferPlan) => ('sender' in origin ? origin.number : 0);
const sign = (made: TransferPlan): SignedTransfer => family.sign(made, wallet.keyOf);
const balanceOf = (address: string) => emulator.state.validated.get(address)?.balance;
const openTransaction = () => defined(emulator.state.openTransactions.at(-1), 'a transaction').tx;

test('a plan is signed to exactly its fields', async () => {
  const made = await plan({ expiresAtHeight: openIndex(emulator.state) + 10 });
  const transfer = sign(made);
  expect(await family.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
  const { SigningPubKey, TxnSignature, ...fields } = openTransaction();
  expect(fields).toEqual({
    TransactionType: 'Payment',
    Account: ours,
    Destination: payee,
    DestinationTag: 9,
    Amount: '5000000',
    Fee: '12',
    Sequence: 'sender' in made.origin ? made.origin.number : 0,
    LastLedgerSequence: made.expiresAtHeight,
  });
});

test.each([0, null])('tag %s is sent as no tag', async (tag) => {
  const outputs = [{ address: payee, tag, amount: XRP }];
  await family.network.broadcast(sign(await plan({ outputs })));
  expect(openTransaction()).not.toHaveProperty('DestinationTag');
});

test('the account reserve is never spendable', async () => {
  expect((await family.network.account(ours)).spendable).toBe(99n * XRP);
  expect(await family.network.account(UNFUNDED)).toEqual({
    spendable: 0n,
    nextNumber: 0,
    requiresTags: false,
  });
});

test('a payment that the recipient rejects takes its fee and sequence, and delays no later one', async () => {
  const outputs = [{ address: UNFUNDED, tag: 1, amount: XRP - 1n }];
  const made = await plan({ outputs });
  const next = await plan({ origin: { sender: ours, number: numberOf(made) + 1 } });
  expect(await family.network.broadcast(sign(made))).toEqual({ kind: 'accepted' });
  expect(await family.network.broadcast(sign(next))).toEqual({ kind: 'accepted' });
  emulator.accept();
  expect(balanceOf(UNFUNDED)).toBeUndefined();
  expect(balanceOf(payee)).toBe(105n * XRP);
  expect(balanceOf(ours)).toBe(95n * XRP - 24n);
});

test('transactions that the network would not apply are known before signing', async () => {
  const refusalOf = defined(family.network.refusalOf, 'this network has refusals');
  const payment = { sender: ours, address: UNFUNDED, tag: 1, amount: XRP };
  expect(await refusalOf(payment)).toBeNull();
  expect(await refusalOf({ ...payment, amount: XRP - 1n })).toEqual({ code: 'account_missing' });
  const account = defined(emulator.state.validated.get(payee), 'the payee');
  account.flags |= REQUIRE_TAG;
  expect(await refusalOf({ ...payment, address: payee, tag: 4 })).toBeNull();
  for (const tag of [0, null]) {
    expect(await refusalOf({ ...payment, address: payee, tag })).toEqual({
      code: 'tag_required',
    });
  }
});

test('a failed payment in a ledger is a failed result, with its fee', async () => {
  const outputs = [{ address: UNFUNDED, tag: 1, amount: 1n }];
  const transfer = sign(await plan({ outputs }));
  // As if another server had relayed it.
  emulator.request('submit', { tx_blob: transfer.raw });
  emulator.accept();
  const { index: height, hash } = lastLedger(emulator.state);
  const outcome = await family.network.outcome(transfer.txid, { height, hash });
  expect(outcome).toEqual({
    hasFailed: true,
    fee: 12n,
    reason: 'tecNO_DST_INSUF_XRP',
    lackedFunds: false,
  });
});

test('fees follow the load, and a node with an excessive fee is ignored', async () => {
  expect(await family.network.feeQuotes()).toEqual({ slow: 10n, average: 12n, fast: 20n });
  emulator.state.openLedgerFee = 5_001n;
  expect(await family.network.feeQuotes()).toEqual({ slow: 10n, average: 6_002n, fast: 10_002n });
  emulator.state.openLedgerFee = 10n ** 12n;
  const { average, fast } = await family.network.feeQuotes();
  expect([average, fast]).toEqual([100_000n, 100_000n]);
});

test('under load a cheap transfer waits at the node and is paid once when the fee falls', async () => {
  emulator.state.openLedgerFee = 5_000n;
  const transfer = sign(await plan({ fee: 10n }));
  expect(await family.network.broadcast(transfer)).toEqual({ kind: 'accepted' });
  emulator.accept();
  expect(balanceOf(payee)).toBe(100n * XRP);
  emulator.state.openLedgerFee = 10n;
  emulator.accept(2);
  expect(balanceOf(payee)).toBe(105n * XRP);
  expect(await family.network.broadcast(transfer)).toEqual({ kind: 'known' });
});

test('an account that requires tags rejects payments without one', async () => {
  await family.network.broadcast(sign(await plan({ outputs: [], setting: 'require_tags' })));
  emulator.accept();
  expect(emulator.state.validated.get(ours)?.flags).toBe(REQUIRE_TAG);
  const ledger = standAlone(emulator.url);
  await expect(ledger.pay({ address: ours, tag: null }, XRP)).rejects.toThrow('tecDST_TAG_NEEDED');
  await ledger.pay({ address: ours, tag: 3 }, XRP);
});

test("only one payment or the setting is signed, and only with the sender's key", async () => {
  const made = await plan();
  const [payment] = made.outputs;
  const two = { ...made, outputs: [defined(payment, 'it pays'), defined(payment, 'it pays')] };
  for (const wrong of [
    two,
    { ...made, outputs: [] },
    { ...made, setting: 'require_tags' as const },
  ]) {
    expect(() => sign(wrong)).toThrow('pays one destination');
  }
  const foreign = { ...made, origin: { sender: payee, number: 1 } };
  expect(() => family.sign(foreign, () => wallet.keyOf(ours))).toThrow('not the key of');
});

function proofOf(made: TransferPlan): Promise<boolean> {
  return defined(family.network.expiry, 'transfers end').hasPassed(made);
}

test('a transfer is proven dead only when its last ledger is validated without it', async () => {
  const { index: height } = lastLedger(emulator.state);
  const made = await plan({ expiresAtHeight: height + 3 });
  emulator.accept(2);
  expect(await proofOf(made)).toBe(false);
  emulator.accept();
  expect(await proofOf(made)).toBe(true);
  const answer = await family.network.broadcast(sign(made));
  expect(answer).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^tefMAX_LEDGER/),
  });
});

test('a transfer in its last ledger is not dead', async () => {
  const { index: height } = lastLedger(emulator.state);
  const made = await plan({ expiresAtHeight: height + 3 });
  emulator.accept(2);
  await family.network.broadcast(sign(made));
  emulator.accept(4);
  expect(await proofOf(made)).toBe(false);
});

test('the proof needs no history of the node', async () => {
  const { index: height } = lastLedger(emulator.state);
  const made = await plan({ expiresAtHeight: height + 3 });
  emulator.accept(10);
  emulator.drop(1);
  expect(await proofOf(made)).toBe(true);
});

test('a sequence used by another transfer is no proof of an expiry', async () => {
  const { index: height } = lastLedger(emulator.state);
  const made = await plan({ expiresAtHeight: height + 3 });
  await family.network.broadcast(sign({ ...made, fee: 15n }));
  emulator.accept(10);
  expect(await proofOf(made)).toBe(false);
  const [spender] = await family.network.spendersOf(made, height);
  expect(spender?.txid).not.toBe(sign(made).txid);
});

test('a sequence used in ledgers that the node no longer has proves nothing', async () => {
  const { index: height } = lastLedger(emulator.state);
  const made = await plan();
  await family.network.broadcast(sign(made));
  emulator.accept(10);
  expect(await family.network.spendersOf(made, height)).toHaveLength(1);
  emulator.drop(5);
  await expect(family.network.spendersOf(made, height)).rejects.toThrow(/lgrIdxMalformed|not kept/);
});

test("another account's payment to the sender does not use a sequence", async () => {
  const { index: height } = lastLedger(emulator.state);
  const made = await plan();
  const ledger = standAlone(emulator.url);
  await ledger.pay({ address: ours, tag: 1 }, XRP);
  emulator.accept();
  expect(await family.network.spendersOf(made, height)).toEqual([]);
});

test('the signed bytes match those a real rippled accepted', () => {
  // Recorded from rippled 2.2.3 (fixtures, submit_tesSUCCESS): paid by the key of a new network.
  const pair = recorded.submit_tesSUCCESS;
  const recordedPlan: TransferPlan = {
    coin: 'XRP',
    origin: { sender: genesisPayer.address, number: 1 },
    outputs: [{ address: 'rhmcpZEG4aaTHeG5pdKxMv8bRmY23k1LYf', tag: null, amount: 1000n * XRP }],
    fee: 12n,
    expiresAtHeight: 23,
  };
  const key = Buffer.from(genesisPayer.privateKey.slice(2), 'hex');
  expect(family.sign(recordedPlan, () => key)).toEqual({
    raw: pair.request.params[0].tx_blob,
    txid: pair.response.result.tx_json.hash,
  });
});
