// Variables about the nodes of one coin, and where a person looks at its network.
import { prefixOf } from './configured-coin.ts';
import type { Variable } from './variables.ts';

export function ofNodes(coin: string): readonly Variable[] {
  return [
    {
      name: `${prefixOf(coin)}_NODE_URL`,
      fallback: '',
      meaning: `RPC address of the ${coin} node, with user and password if it needs them; several with commas between them: the first that is in order is asked`,
      isSecret: true as const,
    },
    {
      name: `${prefixOf(coin)}_NODE_COOKIE`,
      fallback: '',
      meaning: `Cookie file of the ${coin} node, instead of user and password; for several nodes one each`,
    },
    {
      name: `${prefixOf(coin)}_EXPLORER`,
      fallback: '',
      meaning: `Where a person looks up a transaction of the network of ${coin}: a URL with \`{txid}\` in the place of its id, or \`none\`; a public explorer unless told, in the sandbox none. Only a link to click: the service and its pages ask it nothing`,
    },
  ];
}
