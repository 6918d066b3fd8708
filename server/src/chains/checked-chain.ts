// A chain that is believed only after it has shown its network. The service starts while a node is away;
// this makes sure that nothing is read from it until the check, which could not be done then, has passed.
import type { Chain } from './chain.ts';

/** Every question throws what `checkNetwork` throws until that has succeeded once. */
export function checkedChain(chain: Chain): Chain {
  let isChecked = false;
  const check = async () => {
    if (isChecked) return;
    await chain.checkNetwork();
    isChecked = true;
  };
  const checked =
    <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await check();
      return ask(...args);
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
    forgetMempool: chain.forgetMempool,
    transactions: checked(chain.transactions),
    checkNetwork: check,
    close: chain.close,
  };
}
