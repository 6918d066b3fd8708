// Reads the mode, the network, the nodes, the tokens, further currencies and where nodes announce blocks.
import { furtherFiatCodes } from '../further-fiats.ts';
import type { Config, Mode, NodeFacts } from './config.ts';
import { modeRules } from './mode-rules.ts';
import { type ConfiguredCoin, coinCodes, isUrl, prefixOf, type Values } from './values.ts';

/** All nodes of a coin must agree. */
const NODES_MAX = 5;
const TCP_ADDRESS = /^tcp:\/\/[^/?#@]+:\d+\/?$/;

type Nodes = ReadonlyMap<string, readonly NodeFacts[]>;

export function readNetworks(values: Values, coins: readonly ConfiguredCoin[]) {
  const { problems } = values;
  const mode = values.oneOf('CHAINTILL_MODE', ['sandbox', 'live']);
  const own = new Map(coinCodes(coins).native.map((coin) => [coin, readNodes(values, coin)]));
  const coinNodes = new Map([...own].filter(([, nodes]) => nodes.length > 0));
  const network = readNetwork(values, mode);
  if (mode === 'sandbox' && coinNodes.size > 0)
    problems.push(
      `${[...coinNodes.keys()].join(', ')}_NODE_URL belongs to live mode: set CHAINTILL_MODE=live or remove it`,
    );
  if (mode === 'live' && coinNodes.size === 0)
    problems.push(
      'live mode needs a node: set BTC_NODE_URL, LTC_NODE_URL, ... for the coins to offer',
    );
  const tokens = readTokens(values, { mode, network, nodes: coinNodes, coins });
  const extraCoins = readExtraCoins(values, { mode, nodes: coinNodes, coins });
  return {
    mode,
    rules: modeRules[mode],
    network,
    extraCoins,
    ...tokens,
    furtherFiats: readFiats(values),
    finality: readFinality(values, coins),
    minConfirmations: values.counts(
      'CHAINTILL_CONFIRMATIONS',
      coins.map(({ code }) => code),
    ),
    streamUrls: readStreams(values, coinNodes, coins),
    explorers: readExplorers(values, coins),
  };
}

export const TXID_IN_EXPLORER = '{txid}';

function readExplorers(
  { optional, problems }: Values,
  coins: readonly ConfiguredCoin[],
): Config['explorers'] {
  const named = coinCodes(coins).native.flatMap((coin) => {
    const name = `${prefixOf(coin)}_EXPLORER`;
    const url = optional(name);
    if (url === null) return [];
    const isRight =
      url === 'none' || (isUrl(url, ['https:', 'http:']) && url.includes(TXID_IN_EXPLORER));
    if (!isRight) problems.push(`${name} must be a URL with ${TXID_IN_EXPLORER} in it, or none`);
    return [[coin, url === 'none' ? null : url] as const];
  });
  return new Map(named);
}

function readFinality({ oneOf }: Values, coins: readonly ConfiguredCoin[]): Config['finality'] {
  const found = coinCodes(coins).evm.flatMap((coin) => {
    const word = oneOf(`${prefixOf(coin)}_FINALITY`, ['depth', 'safe', 'finalized']);
    return word === 'depth' ? [] : [[coin, word] as const];
  });
  return new Map(found);
}

function readNodes({ list, problems }: Values, coin: string): NodeFacts[] {
  const urls = list(`${prefixOf(coin)}_NODE_URL`);
  const cookies = list(`${prefixOf(coin)}_NODE_COOKIE`);
  if (urls.some((value) => !isUrl(value, ['http:', 'https:'])))
    problems.push(`${prefixOf(coin)}_NODE_URL must list URLs beginning with http: or https:`);
  if (urls.length > NODES_MAX)
    problems.push(`${prefixOf(coin)}_NODE_URL must list at most ${NODES_MAX} nodes`);
  if (cookies.length > 0 && cookies.length !== urls.length)
    problems.push(
      `${prefixOf(coin)}_NODE_COOKIE must name one file for each of ${prefixOf(coin)}_NODE_URL`,
    );
  return urls.map((url, n) => ({ url, cookieFile: cookies[n] ?? null }));
}

function readNetwork({ text, problems }: Values, mode: Mode): Config['network'] {
  const wanted = text('CHAINTILL_NETWORK') || (mode === 'live' ? 'main' : 'test');
  const network = (['main', 'test', 'regtest'] as const).find((item) => item === wanted);
  if (network === undefined) problems.push('CHAINTILL_NETWORK must be one of main, test, regtest');
  if (mode === 'sandbox' && wanted !== 'test')
    problems.push('CHAINTILL_NETWORK belongs to live mode: the sandbox simulates test networks');
  return network ?? 'test';
}

interface Facts {
  readonly mode: Mode;
  readonly nodes: Nodes;
  readonly coins: readonly ConfiguredCoin[];
}

function readExtraCoins({ list, problems }: Values, { mode, nodes, coins }: Facts): string[] {
  const { optional } = coinCodes(coins);
  const wanted = list('CHAINTILL_COINS');
  const unknown = wanted.filter((code) => !optional.includes(code));
  if (unknown.length > 0)
    problems.push(
      `CHAINTILL_COINS must list some of ${optional.join(', ')}, not ${unknown.join(', ')}`,
    );
  for (const code of optional) {
    const [isWanted, hasNode] = [wanted.includes(code), nodes.has(code)];
    if (hasNode && !isWanted)
      problems.push(`${prefixOf(code)}_NODE_URL needs ${code} in CHAINTILL_COINS`);
    if (mode === 'live' && isWanted && !hasNode)
      problems.push(`CHAINTILL_COINS needs a node of ${code} in ${prefixOf(code)}_NODE_URL`);
  }
  return optional.filter((code) => wanted.includes(code));
}

function readFiats({ list, problems }: Values): string[] {
  const wanted = list('CHAINTILL_FIAT');
  const unknown = wanted.filter((code) => !furtherFiatCodes.includes(code));
  if (unknown.length > 0)
    problems.push(
      `CHAINTILL_FIAT must list some of ${furtherFiatCodes.join(', ')}, not ${unknown.join(', ')}`,
    );
  return furtherFiatCodes.filter((code) => wanted.includes(code));
}

/** Also adds the nodes of the tokens' fee coins. */
function readTokens(
  { list, optional, problems }: Values,
  context: Facts & { network: Config['network'] },
): Pick<Config, 'tokens' | 'tokenContracts' | 'nodes'> {
  const codes = coinCodes(context.coins).tokens;
  const wanted = list('CHAINTILL_TOKENS');
  const tokens: readonly string[] = codes.filter((code) => wanted.includes(code));
  const unknown = wanted.filter((code) => !tokens.includes(code));
  if (unknown.length > 0)
    problems.push(
      `CHAINTILL_TOKENS must list some of ${codes.join(', ')}, not ${unknown.join(', ')}`,
    );
  const tokenContracts = new Map<string, string>();
  for (const code of codes) {
    const contract = optional(`CHAINTILL_${prefixOf(code)}_CONTRACT`);
    if (contract === null) continue;
    tokenContracts.set(code, contract);
    if (!tokens.includes(code))
      problems.push(`CHAINTILL_${prefixOf(code)}_CONTRACT needs ${code} in CHAINTILL_TOKENS`);
    if (context.network === 'main')
      problems.push(
        `CHAINTILL_${prefixOf(code)}_CONTRACT: on the main network the contract is fixed`,
      );
  }
  const hosts = context.coins.flatMap(({ code, feeCoin }) =>
    tokens.includes(code) ? [feeCoin] : [],
  );
  const offered = list('CHAINTILL_COINS');
  for (const host of new Set(hosts)) {
    if (coinCodes(context.coins).optional.includes(host) && !offered.includes(host))
      problems.push(`CHAINTILL_TOKENS needs ${host}, which pays its fees, in CHAINTILL_COINS`);
    if (context.mode === 'live' && !context.nodes.has(host))
      problems.push(`CHAINTILL_TOKENS needs a node of ${host} in ${prefixOf(host)}_NODE_URL`);
  }
  const shared = context.coins.flatMap(({ code, feeCoin }) => {
    const node = tokens.includes(code) ? context.nodes.get(feeCoin) : undefined;
    return node === undefined ? [] : [[code, node] as const];
  });
  return { tokens, tokenContracts, nodes: new Map([...context.nodes, ...shared]) };
}

function readStreams(
  { url, problems }: Values,
  nodes: Nodes,
  coins: readonly ConfiguredCoin[],
): Config['streamUrls'] {
  const { zmq, ws } = coinCodes(coins);
  const streams = [
    ...zmq.map((coin) => ({ coin, name: `${prefixOf(coin)}_NODE_ZMQ`, schemes: ['tcp:'] })),
    ...ws.map((coin) => ({ coin, name: `${prefixOf(coin)}_NODE_WS`, schemes: ['ws:', 'wss:'] })),
  ];
  const found = streams.flatMap(({ coin, name, schemes }) => {
    const value = url(name, schemes);
    if (value === null) return [];
    if (!nodes.has(coin))
      problems.push(`${name} needs the RPC address of a node in ${prefixOf(coin)}_NODE_URL`);
    if (schemes.includes('tcp:') && !TCP_ADDRESS.test(value))
      problems.push(`${name} must be a host and a port, such as tcp://127.0.0.1:28332`);
    return [[coin, value] as const];
  });
  return new Map(found);
}
