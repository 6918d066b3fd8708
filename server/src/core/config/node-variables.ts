// Variables for coins: nodes, tokens, finality and block explorers.
import { furtherFiatCodes } from '../further-fiats.ts';
import { type ConfiguredCoin, coinCodes, prefixOf } from './values.ts';
import type { Variable } from './variables.ts';

export function ofCoins(coins: readonly ConfiguredCoin[]): readonly Variable[] {
  const { native, optional, tokens, evm, zmq, ws } = coinCodes(coins);
  return [
    ...native.flatMap(ofNodes),
    ...evm.map((coin) => ({
      name: `${prefixOf(coin)}_FINALITY`,
      fallback: 'depth',
      meaning: `When payments on the network of ${coin} are final. \`depth\`: after a number of blocks. \`safe\` or \`finalized\`: when the network marks the block \`safe\` or \`finalized\` (on Ethereum after about 7 or 13 minutes)`,
    })),
    ...zmq.map((coin) => ({
      name: `${prefixOf(coin)}_NODE_ZMQ`,
      meaning: `Where the ${coin} node publishes \`hashblock\` (\`tcp://host:port\`, its \`zmqpubhashblock\`). New blocks are then read immediately instead of within a second`,
    })),
    ...ws.map((coin) => ({
      name: `${prefixOf(coin)}_NODE_WS`,
      meaning: `WebSocket URL of the ${coin} node (\`ws://\` or \`wss://\`), with user and password if needed. Closed ledgers are then read immediately instead of within a second`,
      isSecret: true as const,
    })),
    {
      name: 'CHAINTILL_COINS',
      meaning: `Comma-separated additional coins to offer: ${optional.map((code) => `\`${code}\``).join(', ')}. In live mode, each needs its node. A coin that has been used must stay in the list`,
    },
    {
      name: 'CHAINTILL_TOKENS',
      meaning: `Comma-separated tokens to offer: ${tokens.map((code) => `\`${code}\``).join(', ')}. A name without a network means Ethereum. In live mode, each uses the node of the coin that pays its fees, which must be offered as well. A token that has been used must stay in the list`,
    },
    {
      name: 'CHAINTILL_FIAT',
      meaning: `Comma-separated fiat currencies to offer beyond the usual 25: ${furtherFiatCodes.map((code) => `\`${code}\``).join(', ')}. One that has been used must stay in the list`,
    },
    {
      name: 'CHAINTILL_CONFIRMATIONS',
      meaning:
        'Minimum confirmations of a coin, whatever the amount. Comma-separated, for example `BTC:2,ETH:12`. It can raise the numbers in [money.md](money.md#confirmations), but not lower them',
    },
    ...tokens.map((token) => ({
      name: `CHAINTILL_${prefixOf(token)}_CONTRACT`,
      meaning: `Contract of ${token} on a test or private network. On the main network it is fixed`,
    })),
  ];
}

function ofNodes(coin: string): readonly Variable[] {
  return [
    {
      name: `${prefixOf(coin)}_NODE_URL`,
      meaning: `RPC URL of the ${coin} node, with user and password if needed. Several nodes are separated by commas; the first healthy one is used`,
      isSecret: true as const,
    },
    {
      name: `${prefixOf(coin)}_NODE_COOKIE`,
      meaning: `Cookie file of the ${coin} node, instead of user and password. For several nodes, one file each`,
    },
    {
      name: `${prefixOf(coin)}_EXPLORER`,
      meaning: `Block explorer for links to transactions on the network of ${coin}: a URL with \`{txid}\`, or \`none\` (default: a public explorer; in the sandbox none). Chaintill itself sends it no requests`,
    },
  ];
}
