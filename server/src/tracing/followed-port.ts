// A port whose calls are traced as parts of the current work. Used only when tracing is on. Exports the kind of call
// and its target, never its arguments.
import type { Bootstrap } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import { measuredChains } from '../chains/measured-chain.ts';
import type { SendingFamily } from '../chains/transfers.ts';
import type { Traces } from '../core/traces.ts';

const OF_CHAINS = [
  'tip',
  'finalBlock',
  'hashAt',
  'blocks',
  'mempool',
  'spendersIn',
  'hiddenPayments',
  'gained',
  'transactions',
  'doubleSpendProofs',
] as const;
const OF_NETWORKS = [
  'feeQuotes',
  'amountsOf',
  'account',
  'gasFor',
  'refusalOf',
  'broadcast',
  'outcome',
  'spendersOf',
] as const;

interface Ports {
  readonly chains: ReadonlyMap<string, Chain>;
  readonly families: ReadonlyMap<string, SendingFamily>;
}

/** Adds metrics and tracing; unchanged when both are off. */
export function followedPorts<Opened extends Ports>(
  opened: Opened,
  { measures, traces }: Pick<Bootstrap, 'measures' | 'traces'>,
): Opened {
  const chains = measuredChains(opened.chains, measures);
  if (!traces) return { ...opened, chains };
  const chain = (one: Chain) => followedPort(one, OF_CHAINS, { traces, coin: one.coin });
  const family = ({ network, ...one }: SendingFamily) => ({
    ...one,
    network: followedPort(network, OF_NETWORKS, { traces, coin: network.coin }),
  });
  return {
    ...opened,
    chains: new Map([...chains].map(([code, one]) => [code, chain(one)])),
    families: new Map([...opened.families].map(([code, one]) => [code, family(one)])),
  };
}

type PortCall = (...requested: never[]) => Promise<unknown>;

/** Traces these methods, if the port has them; all others are unchanged. */
function followedPort<Port extends object>(
  port: Port,
  methods: readonly (keyof Port & string)[],
  { traces, coin }: { traces: Traces; coin: string },
): Port {
  const facts = { 'chaintill.coin': coin };
  const followed = methods.flatMap((method) => {
    const call = port[method] as PortCall | undefined;
    if (call === undefined) return [];
    const step = { name: `${coin} ${method}`, isOutside: true, facts };
    return [
      [method, (...requested: never[]) => traces.part(step, () => call.apply(port, requested))],
    ];
  });
  return { ...port, ...Object.fromEntries(followed) };
}
