// The service in live mode with USDC on Ethereum and on Polygon: two real nodes (anvils with two chain ids), one
// contract address on both, as separate processes. A payment on one network is credited only by it, a withdrawal is
// sent on the named network, and at the end the ledger equals both contracts' balances.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definedCoin } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { ourAddresses } from '../chains/simulated/simulation-on.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { auditOf } from '../support/books.ts';
import { deployToken, type TestToken } from '../support/erc20.ts';
import { until } from '../support/service.ts';
import { expectHealthy, openShop, type Shop, type ShopNode } from './shop.ts';

interface Side {
  readonly coin: 'USDC' | 'USDC.polygon';
  readonly network: 'ethereum' | 'polygon';
  readonly anvil: Anvil;
  readonly token: TestToken;
  /** Confirmations of a deposit, and of the operator's own coins for fees (wire.md (h)). */
  readonly deep: number;
}

const ETHER = 10n ** 18n;
const usdc = (amount: string) => amountOf(amount, definedCoin('USDC'));
const payeeAt = ourAddresses(definedCoin('USDC'), 'main');

let ethereum: Side;
let polygon: Side;
let shop: Shop<ShopNode>;

async function openSide(coin: Side['coin'], deep: number, chainId?: number): Promise<Side> {
  const anvil = await startAnvil(chainId === undefined ? {} : { chainId });
  const token = await deployToken(anvil, 'standard', { symbol: 'USDC' });
  await anvil.mine();
  return { coin, network: chainId === undefined ? 'ethereum' : 'polygon', anvil, token, deep };
}

async function startNodes(): Promise<ShopNode> {
  ethereum = await openSide('USDC', 33);
  polygon = await openSide('USDC.polygon', 127, 31_338);
  return {
    environment: () => ({
      ETH_NODE_URL: ethereum.anvil.url,
      POL_NODE_URL: polygon.anvil.url,
      CHAINTILL_COINS: 'POL',
      CHAINTILL_TOKENS: 'USDC,USDC.polygon',
      CHAINTILL_USDC_CONTRACT: ethereum.token.address,
      CHAINTILL_USDC_POLYGON_CONTRACT: polygon.token.address,
    }),
    pay: (address, amount) => ethereum.token.pay(address, usdc(amount)),
    bestHash: async () => (await ethereum.anvil.rpc('eth_getBlockByNumber', 'latest', false)).hash,
    async stop() {
      await ethereum.anvil.stop();
      await polygon.anvil.stop();
    },
  };
}

const channelOn = ({ network }: Side) =>
  shop.api.channels.create({
    name: 'A customer',
    pay_currency: 'USDC',
    receiver_currency: 'USDC',
    network,
  });

/** Waits until the service has read the best blocks of both. */
async function untilRead(): Promise<void> {
  for (const { coin, anvil } of [ethereum, polygon]) {
    const { hash } = await anvil.rpc('eth_getBlockByNumber', 'latest', false);
    await until(`the service follows ${coin}`, async () => {
      const rows = await shop.database.db.query<{ hash: string }>(
        'select hash from chain_cursors where coin = $1',
        [coin],
      );
      return rows[0]?.hash === hash;
    });
  }
}

/** Mines a block on each network with pending transactions. */
async function mineWhatWaits(): Promise<void> {
  for (const { anvil } of [ethereum, polygon]) {
    const { pending } = await anvil.rpc('txpool_status');
    if (BigInt(pending) > 0n) await anvil.mine();
  }
}

async function withdraw({ network }: Side, amount: string, address: string) {
  const made = await shop.api.coinWithdrawals.create({
    charged_currency: 'USDC',
    received_currency: 'USDC',
    received_amount: amount,
    address,
    network,
    force_commit: true,
  });
  return until(
    `it is completed on ${network}`,
    async () => {
      await mineWhatWaits();
      const found = await shop.api.coinWithdrawals.get(made.id);
      return found.status === 'completed' && found;
    },
    90 * SECOND,
  );
}

describe('live mode with one asset on two networks', () => {
  beforeAll(async () => {
    shop = await openShop({
      coin: 'USDC',
      rate: '0.9',
      startNode: startNodes,
      otherRates: { 'ETH/EUR': '2500', 'POL/EUR': '0.2' },
    });
  });
  afterAll(() => shop?.close());

  it('each network credits what it was paid, to the one account', async () => {
    for (const side of [ethereum, polygon]) {
      const channel = await channelOn(side);
      const chainId = side === ethereum ? 31_337 : 31_338;
      expect(channel.uri).toContain(`ethereum:${side.token.address}@${chainId}/transfer`);
      await side.token.pay(channel.address, usdc('100'));
      await side.anvil.mine(side.deep);
      await untilRead();
      await until('it is credited', async () => {
        const [payment] = await shop.paymentsOf(channel.id);
        return payment?.status === 'completed' && payment;
      });
    }
    const { data } = await shop.api.accounts.list();
    expect(data.filter(({ currency }) => currency.startsWith('USDC'))).toMatchObject([
      { currency: 'USDC', balance: '198.0' },
    ]);
  });

  it('no address is assigned on both networks, and their owners are kept apart', async () => {
    const rows = await shop.database.db.query(
      'select address from addresses group by address having count(*) > 1 limit 1',
    );
    expect(rows).toEqual([]);
  });

  it('a payment on the wrong network is unmatched there, and credited manually', async () => {
    const channel = await channelOn(ethereum);
    await polygon.token.pay(channel.address, usdc('50'));
    await polygon.anvil.mine(polygon.deep);
    await ethereum.anvil.mine(12);
    await untilRead();
    const deposit = await until('it waits for a decision', async () => {
      const { data } = await shop.api.coinDeposits.list();
      return data.find(({ status }) => status === 'on_hold');
    });
    expect(deposit).toMatchObject({
      currency: 'USDC',
      network: 'polygon',
      amount: '50.0',
      address: channel.address,
    });
    expect(await shop.paymentsOf(channel.id)).toEqual([]);
    await shop.api.coinDeposits.credit(deposit.id, { description: 'sent on Polygon' });
  });

  it('payouts go out on the network that they name, and each pays its fees there', async () => {
    for (const side of [ethereum, polygon]) {
      const gas = side === ethereum ? 'ETH' : 'POL';
      const shown = JSON.parse(
        await shop.service.runHere('wallet', 'deposit-address', gas, '--json'),
      );
      await side.anvil.pay(shown.address, ETHER);
      await side.anvil.mine(side.deep);
    }
    await untilRead();
    const same = payeeAt(900);
    const sent = [await withdraw(ethereum, '20', same), await withdraw(polygon, '30', same)];
    expect(await ethereum.token.balanceOf(same)).toBe(usdc('20'));
    expect(await polygon.token.balanceOf(same)).toBe(usdc('30'));
    const fees = await shop.database.db.query<{ coin: string; fee_coin: string }>(
      `select coin, fee_coin from transfers where txid = any($1::text[]) order by coin`,
      [sent.map(({ txid }) => txid)],
    );
    expect(fees).toEqual([
      { coin: 'USDC', fee_coin: 'ETH' },
      { coin: 'USDC.polygon', fee_coin: 'POL' },
    ]);
  });

  it('a payment received on the wrong network can be sent from there', async () => {
    const all = payeeAt(901);
    // More than any single address holds.
    await withdraw(polygon, '110', all);
    expect(await polygon.token.balanceOf(all)).toBe(usdc('110'));
  });

  it('the ledger equals both contracts, and doctor finds no problem', async () => {
    let held = 0n;
    for (const { coin, token } of [ethereum, polygon]) {
      const rows = await shop.database.db.query<{ address: string }>(
        'select address from addresses where coin = $1 order by address',
        [coin],
      );
      for (const { address } of rows) held += await token.balanceOf(address);
    }
    const [books] = await shop.database.db.query<{ owned: bigint }>(
      `select coalesce(-sum(balance), 0) as owned from ledger_accounts
       where currency = 'USDC' and kind = 'chain'`,
    );
    expect(defined(books, 'a sum').owned).toBe(held);
    expect(held).toBe(usdc('90'));
    expect(await auditOf(shop.database.connection)).toEqual([]);
    const doctor = await shop.service.commandHere('doctor');
    expectHealthy(doctor);
    expect(doctor.stdout).toContain('USDC.polygon node, contract');
    expect(doctor.stdout).toContain('Wallet coverage (USDC)');
  });
});
