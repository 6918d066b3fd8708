// The properties of coins that determine which configuration variables exist and which values they accept. The coin
// definitions (coins/definitions) satisfy this type; nothing here names a coin.
export interface ConfiguredCoin {
  readonly code: string;
  /** Offered only if the operator lists the coin. */
  readonly isOptional: boolean;
  /** Null for a coin with nodes of its own. */
  readonly token: object | null;
  /** Code of the coin whose nodes the token uses. */
  readonly feeCoin: string;
  readonly nodes: { readonly family: 'bitcoind' | 'evm' | 'rippled' };
  readonly limits: { readonly feeLoss: string | null };
}

/** Prefix of a coin's variables: `BTC`, `USDC_POLYGON`. */
export function prefixOf(code: string): string {
  return code.toUpperCase().replaceAll('.', '_');
}

/** Coin codes by kind of variable. */
export interface CoinCodes {
  /** Coins with nodes of their own. */
  readonly native: readonly string[];
  /** Native coins that only CHAINTILL_COINS enables. */
  readonly optional: readonly string[];
  readonly tokens: readonly string[];
  /** Coins whose transactions spend UTXOs. */
  readonly outputs: readonly string[];
  /** Fee coins of networks with contracts. */
  readonly evm: readonly string[];
  /** Coins whose nodes announce blocks over ZeroMQ and over WebSocket. */
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
export function listText(codes: readonly string[], last: 'and' | 'or'): string {
  const head = codes.slice(0, -1).join(', ');
  return head === '' ? codes.join() : `${head} ${last} ${codes.at(-1)}`;
}
