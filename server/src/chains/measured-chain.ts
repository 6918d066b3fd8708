// Records the duration of each call to a chain, if measuring is enabled.
import { steadyNow } from '../core/clock.ts';
import type { Measures } from '../core/measures.ts';
import type { Chain } from './chain.ts';

export function measuredChains(
  chains: ReadonlyMap<string, Chain>,
  measures: Measures | undefined,
): ReadonlyMap<string, Chain> {
  if (measures === undefined) return chains;
  return new Map([...chains].map(([code, chain]) => [code, measuredChain(chain, measures)]));
}

function measuredChain(chain: Chain, measures: Measures): Chain {
  const { coin } = chain;
  const measured =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const began = steadyNow();
      const report = (ok: boolean) =>
        measures.requested({ coin, ok, milliseconds: steadyNow() - began });
      try {
        const answer = await call(...args);
        report(true);
        return answer;
      } catch (error) {
        report(false);
        throw error;
      }
    };
  return {
    ...chain,
    ...(chain.finalBlock && { finalBlock: measured(chain.finalBlock) }),
    ...(chain.hiddenPayments && { hiddenPayments: measured(chain.hiddenPayments) }),
    ...(chain.spendersIn && { spendersIn: measured(chain.spendersIn) }),
    ...(chain.doubleSpendProofs && { doubleSpendProofs: measured(chain.doubleSpendProofs) }),
    tip: measured(chain.tip),
    hashAt: measured(chain.hashAt),
    blocks: measured(chain.blocks),
    mempool: measured(chain.mempool),
    transactions: measured(chain.transactions),
  };
}
