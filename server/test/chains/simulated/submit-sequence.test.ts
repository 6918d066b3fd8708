// Our transfers on the simulated ETH and XRP networks: nonces in order, balance and reserve, replacement.
import { afterEach, expect, it } from 'vitest';
import { mine } from '../../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../../src/chains/simulated/raw-transfer.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { stick } from '../../../src/chains/simulated/replace.ts';
import { submit } from '../../../src/chains/simulated/submit.ts';
import { accountFacts } from '../../../src/chains/simulated/wallet-view.ts';
import { lookUp } from '../../support/look-up.ts';
import type { CoinCode } from './simulation-on.ts';
import { openSimulation, type SimulationUnderTest } from './simulation-under-test.ts';

const opened: SimulationUnderTest[] = [];
afterEach(async () => {
  for (const { database } of opened.splice(0)) await database.drop();
});

/** A chain where our address 0 has 10,000,000 confirmed. */
async function open(code: CoinCode): Promise<SimulationUnderTest> {
  const simulation = await openSimulation(code);
  opened.push(simulation);
  await pay(simulation, { outputs: [{ address: simulation.address(0), amount: 10_000_000n }] });
  await mine(simulation);
  return simulation;
}

function transfer(
  simulation: SimulationUnderTest,
  requested: { sequence: number; amount?: bigint; fee?: bigint },
): string {
  const { sequence, amount = 1_000_000n, fee = 100n } = requested;
  const origin = { sender: simulation.address(0), sequence };
  const outputs = [{ address: receiver(simulation), tag: null, amount }];
  return encodeTransfer({ coin: simulation.coin.code, origin, outputs, fee });
}

/** A foreign address: on XRP all of our addresses are one account, and payments to itself are rejected. */
function receiver({ coin }: SimulationUnderTest): string {
  return foreignAddress(coin, 'receiver', 1);
}

async function kindsOf(
  simulation: SimulationUnderTest,
  txids: readonly string[],
): Promise<string[]> {
  const kinds: string[] = [];
  for (const txid of txids) kinds.push((await lookUp(simulation.chain, txid, null)).place.kind);
  return kinds;
}

it.each<[CoinCode, number]>([
  ['ETH', 0],
  ['XRP', 1],
])('%s transfers are numbered from %i and are mined in order', async (code, first) => {
  const simulation = await open(code);
  const account = () => accountFacts(simulation.db, code, simulation.address(0));
  expect(await account()).toMatchObject({ confirmedSequence: first, nextSequence: first });
  const sent = await submit(simulation, transfer(simulation, { sequence: first }));
  const again = await submit(simulation, transfer(simulation, { sequence: first + 1 }));
  expect([sent.kind, again.kind]).toEqual(['accepted', 'accepted']);
  expect(await account()).toEqual({
    balance: 10_000_000n,
    pending: 2_000_200n,
    confirmedSequence: first,
    nextSequence: first + 2,
  });
  await mine(simulation);
  expect(await kindsOf(simulation, [sent.txid, again.txid])).toEqual(['block', 'block']);
  expect((await lookUp(simulation.chain, sent.txid, null)).sources).toEqual([
    simulation.address(0),
  ]);
  expect(await account()).toEqual({
    balance: 10_000_000n - 200n - 2_000_000n,
    pending: 0n,
    confirmedSequence: first + 2,
    nextSequence: first + 2,
  });
});

it('ETH: a future nonce waits until the gap is filled', async () => {
  const simulation = await open('ETH');
  const ahead = await submit(simulation, transfer(simulation, { sequence: 1 }));
  const further = await submit(simulation, transfer(simulation, { sequence: 2 }));
  await mine(simulation);
  expect(await kindsOf(simulation, [ahead.txid, further.txid])).toEqual(['mempool', 'mempool']);
  await submit(simulation, transfer(simulation, { sequence: 0 }));
  await mine(simulation);
  expect(await kindsOf(simulation, [ahead.txid, further.txid])).toEqual(['block', 'block']);
});

it('ETH: a stuck nonce delays later ones, and a transfer with a higher fee and the same nonce releases them', async () => {
  const simulation = await open('ETH');
  const stuck = await submit(simulation, transfer(simulation, { sequence: 0, fee: 1000n }));
  const next = await submit(simulation, transfer(simulation, { sequence: 1 }));
  await stick(simulation, stuck.txid);
  await mine(simulation);
  expect(await kindsOf(simulation, [stuck.txid, next.txid])).toEqual(['mempool', 'mempool']);
  const cheap = await submit(simulation, transfer(simulation, { sequence: 0, fee: 1099n }));
  expect(cheap).toMatchObject({ reason: 'replacement transaction underpriced' });
  const expensive = await submit(simulation, transfer(simulation, { sequence: 0, fee: 1100n }));
  expect(expensive.kind).toBe('accepted');
  await mine(simulation);
  const kinds = await kindsOf(simulation, [stuck.txid, expensive.txid, next.txid]);
  expect(kinds).toEqual(['unknown', 'block', 'block']);
});

it('ETH: a used nonce is rejected', async () => {
  const simulation = await open('ETH');
  await submit(simulation, transfer(simulation, { sequence: 0 }));
  await mine(simulation);
  const late = await submit(simulation, transfer(simulation, { sequence: 0, fee: 10_000n }));
  expect(late).toMatchObject({ kind: 'refused', reason: 'nonce too low' });
});

it('ETH: pending transfers count against the balance, and a replacement does not count twice', async () => {
  const simulation = await open('ETH');
  await submit(simulation, transfer(simulation, { sequence: 0, amount: 9_000_000n, fee: 100n }));
  const tooMuch = await submit(simulation, transfer(simulation, { sequence: 1 }));
  expect(tooMuch).toMatchObject({
    kind: 'refused',
    reason: 'insufficient funds for gas * price + value',
  });
  const moreExpensive = await submit(
    simulation,
    transfer(simulation, { sequence: 0, amount: 9_000_000n, fee: 1_000_000n }),
  );
  expect(moreExpensive.kind).toBe('accepted');
});

it('XRP: exactly the next sequence is accepted', async () => {
  const simulation = await open('XRP');
  const early = await submit(simulation, transfer(simulation, { sequence: 2 }));
  expect(early).toMatchObject({ kind: 'refused', reason: 'terPRE_SEQ' });
  await submit(simulation, transfer(simulation, { sequence: 1 }));
  const rival = await submit(simulation, transfer(simulation, { sequence: 1, fee: 5000n }));
  expect(rival).toMatchObject({ kind: 'refused', reason: 'tefPAST_SEQ' });
});

it('XRP: the reserve of 1 XRP stays: a payment from it pays no one and costs its fee', async () => {
  const send = async (amount: bigint) => {
    const simulation = await open('XRP');
    const answer = await submit(simulation, transfer(simulation, { sequence: 1, amount }));
    expect(answer.kind).toBe('accepted');
    await mine(simulation);
    const rows = await simulation.db.query<{ failure: string | null; spent: bigint }>(
      `select t.failure, (select sum(amount) from simulation.spends s where s.txid = t.txid) as spent
       from simulation.transactions t where t.coin = 'XRP' and t.txid = $1`,
      [answer.txid],
    );
    return rows[0];
  };
  const fee = 100n;
  expect(await send(8_999_901n)).toEqual({ failure: 'tecUNFUNDED_PAYMENT', spent: fee });
  expect(await send(8_999_900n)).toEqual({ failure: null, spent: 9_000_000n });
});

it('the same bytes are known in the mempool, in a block and after a reorganization', async () => {
  const simulation = await open('ETH');
  const raw = transfer(simulation, { sequence: 0 });
  const { txid } = await submit(simulation, raw);
  const known = { kind: 'known', txid };
  expect(await submit(simulation, raw)).toEqual(known);
  await mine(simulation);
  expect(await submit(simulation, raw)).toEqual(known);
  await reorganise(simulation, { depth: 1 });
  expect(await submit(simulation, raw)).toEqual(known);
  await mine(simulation);
  expect(await kindsOf(simulation, [txid])).toEqual(['block']);
});

it('a partial payment funds an account with the delivered amount', async () => {
  const simulation = await open('XRP');
  const output = { address: simulation.address(0), amount: 10n ** 15n, delivered: 3n };
  await pay(simulation, { outputs: [output] });
  await mine(simulation);
  const { balance } = await accountFacts(simulation.db, 'XRP', simulation.address(0));
  expect(balance).toBe(10_000_003n);
});
