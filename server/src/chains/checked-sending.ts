// Sending that asks nothing of a node, and gives it nothing, before the node has shown its network: the other
// half of checked-chain.ts.
import type { Chain } from './chain.ts';
import type { SendingFamily, TransferNetwork } from './transfers.ts';

/** Every question throws what `checkNetwork` of the chain throws until that has succeeded once. */
export function checkedSending(
  family: SendingFamily,
  chain: Pick<Chain, 'checkNetwork'>,
): SendingFamily {
  const checked =
    <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await chain.checkNetwork();
      return ask(...args);
    };
  const { network } = family;
  const { amountsOf, expiry, gasFor, refusalOf } = network;
  const checkedNetwork: TransferNetwork = {
    ...network,
    ...(expiry && { expiry: { blocks: expiry.blocks, isProven: checked(expiry.isProven) } }),
    ...(amountsOf && { amountsOf: checked(amountsOf) }),
    ...(gasFor && { gasFor: checked(gasFor) }),
    ...(refusalOf && { refusalOf: checked(refusalOf) }),
    feeQuotes: checked(network.feeQuotes),
    account: checked(network.account),
    broadcast: checked(network.broadcast),
    outcome: checked(network.outcome),
    spendersOf: checked(network.spendersOf),
  };
  return { ...family, network: checkedNetwork };
}
