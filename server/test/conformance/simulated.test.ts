// The guarantees of both ports for the simulated network of every coin.
import { foundChain } from '../../src/chains/simulated/found-chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay, payMany } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { replace } from '../../src/chains/simulated/replace.ts';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { simulatedFamily } from '../../src/chains/simulated/simulated-transfers.ts';
import {
  changeSettings,
  operate,
  rulesOf,
  type Simulation,
  simulatedNetwork,
} from '../../src/chains/simulated/simulation.ts';
import { evict } from '../../src/chains/simulated/store-chain.ts';
import { amountOf } from '../../src/core/money.ts';
import { type CoinCode, coinCodes, coinOf } from '../chains/simulated/simulation-on.ts';
import { openSimulation } from '../chains/simulated/simulation-under-test.ts';
import { chainConformance } from './chain.ts';
import type { Payment } from './chain-harness.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';
import { transferConformance } from './transfers.ts';

// The tokens' networks are alike.
for (const code of coinCodes.filter((each) => each !== 'USDC')) {
  const rules = rulesOf(code);
  const { nodes } = coinOf(code);
  const abilities = {
    payTogether: rules.model === 'outputs',
    replace: rules.isReplaceable,
    sources: true,
    setDown: true,
    finalBlock: rules.finality !== undefined,
  };
  chainConformance(`simulated ${code}`, abilities, () => makeHarness(code));
  const queuesNumbers = rules.model === 'sequence' && rules.isReplaceable;
  // The network is in the database: it has no address.
  const isStandard = rules.model === 'outputs';
  const sending = {
    mineEmpty: true,
    drop: true,
    setDown: true,
    openAt: false,
    queuesNumbers,
    isStandard,
    numbers: rules.model === 'sequence',
    refusingPayee: rules.refusingPayee !== undefined,
    failsLater: code === 'XRP' || rules.isToken === true,
    remembers: code === 'XRP',
    expires: code === 'XRP',
    limitsChains: nodes.family === 'bitcoind' && nodes.limitsChains,
    mineTo: isStandard,
    pegOutTo: nodes.family === 'bitcoind' && nodes.maturity.hogex !== null,
    pricesAsGeth: queuesNumbers,
  };
  transferConformance(`simulated ${code}`, sending, () => makeHarness(code));
}

async function makeHarness(code: CoinCode): Promise<TransferHarness> {
  const simulation = await openSimulation(code);
  const fees = await feeSimulation(simulation);
  const wallet = ourWallet(simulation.coin, simulatedNetwork);
  const outputOf = ({ destination, amount }: Payment) => ({ ...destination, amount });
  return {
    coin: simulation.coin,
    network: simulatedNetwork,
    open: async () => simulatedChain(simulation, 'finalized'),
    openSending: async () => simulatedFamily(simulation),
    ...wallet,
    ...(fees && { fundFees: (address) => payFees(fees, address) }),
    async refusingPayee() {
      return { address: rulesOf(code).refusingPayee?.address ?? '', tag: null };
    },
    pay: (payment) => pay(simulation, { outputs: [outputOf(payment)] }),
    payMany: (payments) =>
      payMany(
        simulation,
        payments.map((payment) => ({ outputs: [outputOf(payment)] })),
      ),
    async mine(count) {
      await mine(simulation, { count });
    },
    async mineTo({ address }) {
      const amount = amountOf('6.25', simulation.coin);
      await mine(simulation, { rewards: [{ madeBy: 'coinbase', address, amount }] });
    },
    async pegOutTo({ address }) {
      const amount = amountOf('6.25', simulation.coin);
      await mine(simulation, { rewards: [{ madeBy: 'hogex', address, amount }] });
    },
    async mineEmpty(count) {
      await mine(simulation, { count, withTransactions: false });
    },
    drop: () => drop(simulation),
    openAt: () => {
      throw new Error('a simulated node has no address');
    },
    async reorganise(depth) {
      await reorganise(simulation, { depth });
    },
    async setDown(nodeIsDown) {
      await changeSettings(simulation, { nodeIsDown });
    },
    close: () => simulation.database.drop(),
    payTogether: (payments) => pay(simulation, { outputs: payments.map(outputOf) }),
    replace: (txid, amount) => replace(simulation, { txid, amount }),
  };
}

/** The coin that a token's fees are paid in, in the same database; null for others. */
async function feeSimulation(token: Simulation): Promise<Simulation | null> {
  const { code, feeCoin } = token.coin;
  if (code === feeCoin) return null;
  const simulation = { ...token, coin: coinOf(feeCoin as CoinCode) };
  await foundChain(simulation, 'fees');
  return simulation;
}

async function payFees(fees: Simulation, address: string): Promise<void> {
  await pay(fees, { outputs: [{ address, amount: amountOf('1', fees.coin) }] });
  await mine(fees);
}

function drop(simulation: Simulation): Promise<void> {
  return operate(simulation, async (tx) => {
    const coin = simulation.coin.code;
    const waiting = await tx.query<{ txid: string }>(
      'select txid from simulation.transactions where coin = $1 and mempool_number is not null',
      [coin],
    );
    await evict(tx, coin, { txids: waiting.map(({ txid }) => txid), replacedBy: null });
  });
}
