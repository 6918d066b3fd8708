// Variables about coins: which are offered, their nodes, when their payments count, and where a person looks up a
// transaction.
import { type ConfiguredCoin, coinCodes, prefixOf } from './configured-coin.ts';
import type { Variable } from './variables.ts';

/** `${COIN}_NODE_URL` and `${COIN}_NODE_COOKIE` exist for each coin with nodes of its own. */
export function ofCoins(coins: readonly ConfiguredCoin[]): readonly Variable[] {
  const { native, optional, tokens, evm, zmq, ws } = coinCodes(coins);
  return [
    ...native.flatMap(ofNodes),
    ...evm.map((coin) => ({
      name: `${prefixOf(coin)}_FINALITY`,
      fallback: 'depth',
      meaning: `\`depth\`: what is paid on the network of ${coin} counts after as many blocks as its definition says; \`safe\` or \`finalized\`: once the network itself calls its block that (on Ethereum after some 7 or 13 minutes), and its node tells`,
    })),
    ...zmq.map((coin) => ({
      name: `${prefixOf(coin)}_NODE_ZMQ`,
      fallback: '',
      meaning: `Where the ${coin} node publishes \`hashblock\` (\`tcp://host:port\`, its \`zmqpubhashblock\`): new blocks are then looked at at once instead of within a second`,
    })),
    ...ws.map((coin) => ({
      name: `${prefixOf(coin)}_NODE_WS`,
      fallback: '',
      meaning: `WebSocket address of the ${coin} node (\`ws://\` or \`wss://\`), with user and password if it needs them: closed ledgers are then looked at at once instead of within a second`,
      isSecret: true as const,
    })),
    {
      name: 'CHAINTILL_COINS',
      fallback: '',
      meaning: `Comma-separated coins to offer beside the five: ${optional.map((code) => `\`${code}\``).join(', ')}. Live, each needs its node. One that has been used stays in the list`,
    },
    {
      name: 'CHAINTILL_TOKENS',
      fallback: '',
      meaning: `Comma-separated tokens to offer beside the coins: ${tokens.map((code) => `\`${code}\``).join(', ')}. Without a network in the name it is the one on Ethereum. Live, each uses the node of the coin that pays its fees, which must be offered as well. One that has been used stays in the list`,
    },
    {
      name: 'CHAINTILL_CONFIRMATIONS',
      fallback: '',
      meaning:
        'The fewest confirmations that a payment of a coin needs, whatever its amount: comma-separated, for example `BTC:2,ETH:12`. It raises the amount tiers of [money.md](money.md#confirmations) and never lowers them',
    },
    ...tokens.map((token) => ({
      name: `CHAINTILL_${prefixOf(token)}_CONTRACT`,
      fallback: '',
      meaning: `Contract of ${token} on a test network or a private one; on the main network it is fixed`,
    })),
  ];
}

function ofNodes(coin: string): readonly Variable[] {
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
