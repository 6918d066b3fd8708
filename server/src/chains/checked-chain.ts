// A chain that is trusted only after it has proven its network. The service can start while a node is down; every read
// fails until the deferred check has passed.
import type { App } from '../app.ts';
import { type Chain, ChainUnavailable } from './chain.ts';
import type { SendingFamily, TransferNetwork } from './transfers.ts';

/** Every call throws what `checkNetwork` throws until that has succeeded once. */
export function checkedChain(chain: Chain): Chain {
  let isChecked = false;
  const check = async () => {
    if (isChecked) return;
    await chain.checkNetwork();
    isChecked = true;
  };
  const checked =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await check();
      return call(...args);
    };
  return {
    coin: chain.coin,
    ...(chain.isFinal && { isFinal: chain.isFinal }),
    ...(chain.finalBlock && { finalBlock: checked(chain.finalBlock) }),
    ...(chain.oldest && { oldest: checked(chain.oldest) }),
    ...(chain.hiddenPayments && { hiddenPayments: checked(chain.hiddenPayments) }),
    ...(chain.spendersIn && { spendersIn: checked(chain.spendersIn) }),
    ...(chain.doubleSpendProofs && { doubleSpendProofs: checked(chain.doubleSpendProofs) }),
    ...(chain.gained && { gained: checked(chain.gained) }),
    tip: checked(chain.tip),
    hashAt: checked(chain.hashAt),
    blocks: checked(chain.blocks),
    mempool: checked(chain.mempool),
    clearMempool: chain.clearMempool,
    transactions: checked(chain.transactions),
    checkNetwork: check,
    close: chain.close,
  };
}

/** Runs before any wallet is created. Throws WrongNetwork. A node that is down is checked when it returns. */
export async function checkNetworks({ chains, log }: Pick<App, 'chains' | 'log'>): Promise<void> {
  for (const chain of chains.values()) {
    await chain.checkNetwork().catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn({ err: error, coin: chain.coin }, 'node unreachable, waiting');
    });
  }
}

export function checkedSending(
  family: SendingFamily,
  chain: Pick<Chain, 'checkNetwork'>,
): SendingFamily {
  const checked =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await chain.checkNetwork();
      return call(...args);
    };
  const { network } = family;
  const { amountsOf, expiry, gasFor, refusalOf } = network;
  const checkedNetwork: TransferNetwork = {
    ...network,
    ...(expiry && { expiry: { blocks: expiry.blocks, hasPassed: checked(expiry.hasPassed) } }),
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
