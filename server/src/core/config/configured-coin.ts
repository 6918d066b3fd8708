// What the configuration needs to know of the coins that the program has: which variables there are, and which values
// they take. The definitions of the coins (coins/definitions) fit this; nothing here names one.
export interface ConfiguredCoin {
  readonly code: string;
  /** Offered only where the operator names it. */
  readonly isOptional: boolean;
  /** Null for a coin with nodes of its own. */
  readonly token: object | null;
  /** Code of the coin whose nodes a token uses. */
  readonly feeCoin: string;
  readonly nodes: { readonly family: 'bitcoind' | 'evm' | 'rippled' };
  readonly limits: { readonly feeLoss: string | null };
}

/** How the variables of a coin begin: `BTC`, `USDC_POLYGON`. */
export function prefixOf(code: string): string {
  return code.toUpperCase().replaceAll('.', '_');
}

/** The codes, by what a variable is about. */
export interface CoinCodes {
  /** With nodes of their own. */
  readonly native: readonly string[];
  /** Of those, what only CHAINTILL_COINS switches on. */
  readonly optional: readonly string[];
  readonly tokens: readonly string[];
  /** Whose transactions spend outputs. */
  readonly outputs: readonly string[];
  /** Those that pay the fees of networks with contracts. */
  readonly evm: readonly string[];
  /** Whose nodes publish blocks by ZeroMQ, and by WebSocket. */
  readonly zmq: readonly string[];
  readonly ws: readonly string[];
}

export function coinCodes(coins: readonly ConfiguredCoin[]): CoinCodes {
  const native = coins.filter(({ token }) => token === null);
  const codes = (some: readonly ConfiguredCoin[]) => some.map(({ code }) => code);
  const family = (name: string) => codes(native.filter(({ nodes }) => nodes.family === name));
  return {
    native: codes(native),
    optional: codes(native.filter(({ isOptional }) => isOptional)),
    tokens: codes(coins.filter(({ token }) => token !== null)),
    outputs: family('bitcoind'),
    evm: family('evm'),
    zmq: family('bitcoind'),
    ws: family('rippled'),
  };
}

/** `BTC, LTC or BCH`. */
export function inWords(codes: readonly string[], last: 'and' | 'or'): string {
  const head = codes.slice(0, -1).join(', ');
  return head === '' ? codes.join() : `${head} ${last} ${codes.at(-1)}`;
}
