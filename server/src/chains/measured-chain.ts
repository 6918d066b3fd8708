// Records the duration of each call to a chain, if measuring is enabled.
import { steadyNow } from '../core/clock.ts';
import type { Measures } from '../core/measures.ts';
import type { Chain } from './chain.ts';
import { wrapChain } from './port-calls.ts';

export function measuredChains(
  chains: ReadonlyMap<string, Chain>,
  measures: Measures | undefined,
): ReadonlyMap<string, Chain> {
  if (measures === undefined) return chains;
  return new Map([...chains].map(([code, chain]) => [code, measuredChain(chain, measures)]));
}

function measuredChain(chain: Chain, measures: Measures): Chain {
  const { coin } = chain;
  return wrapChain(chain, (call) => async (...requested) => {
    const began = steadyNow();
    const report = (ok: boolean) =>
      measures.requested({ coin, ok, milliseconds: steadyNow() - began });
    try {
      const answer = await call(...requested);
      report(true);
      return answer;
    } catch (error) {
      report(false);
      throw error;
    }
  });
}
