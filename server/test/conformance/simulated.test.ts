// The guarantees of the Chain port, over the simulated network of every coin.
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { payMany } from '../../src/chains/simulated/pay-many.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { replace } from '../../src/chains/simulated/replace.ts';
import { rulesOf } from '../../src/chains/simulated/rules.ts';
import { changeSettings } from '../../src/chains/simulated/settings.ts';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { simulatedNetwork } from '../../src/chains/simulated/simulation.ts';
import { type CoinCode, coinCodes } from '../chains/simulated/simulation-on.ts';
import { openSimulation } from '../chains/simulated/simulation-under-test.ts';
import { chainConformance } from './chain.ts';
import type { ChainHarness, Payment } from './chain-harness.ts';

for (const code of coinCodes) {
  const rules = rulesOf(code);
  const abilities = {
    payTogether: rules.model === 'outputs',
    replace: rules.isReplaceable,
    sources: true,
    setDown: true,
  };
  chainConformance(`simulated ${code}`, abilities, () => makeHarness(code));
}

async function makeHarness(code: CoinCode): Promise<ChainHarness> {
  const simulation = await openSimulation(code);
  const outputOf = ({ destination, amount }: Payment) => ({ ...destination, amount });
  let destinations = 0;
  return {
    coin: simulation.coin,
    network: simulatedNetwork,
    open: async () => simulatedChain(simulation),
    async newDestination() {
      destinations += 1;
      const hasTags = simulation.coin.destinationTag !== null;
      const address = simulation.address(destinations);
      return { address, tag: hasTags ? destinations : null };
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
