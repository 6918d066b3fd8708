// The coin properties that determine which configuration variables exist and which values they accept. The coin
// definitions (coins/definitions) satisfy this type; no coin is named here.
export interface ConfiguredCoin {
  readonly code: string;
  /** Offered only if CHAINTILL_COINS lists the coin. */
  readonly isOptional: boolean;
  /** Null for a coin with nodes of its own. */
  readonly token: object | null;
  /** For a token, the coin whose nodes it uses. */
  readonly feeCoin: string;
  readonly nodes: { readonly family: 'bitcoind' | 'evm' | 'rippled' };
  readonly limits: { readonly feeLoss: string | null };
}

/** Prefix of the coin's variables, such as `BTC` or `USDC_POLYGON`. */
export function prefixOf(code: string): string {
  return code.toUpperCase().replaceAll('.', '_');
}

export interface CoinCodes {
  readonly native: readonly string[];
  readonly optional: readonly string[];
  readonly tokens: readonly string[];
  readonly outputs: readonly string[];
  /** Fee coins of EVM networks. */
  readonly evm: readonly string[];
  /** Coins whose nodes announce blocks over ZeroMQ (`zmq`) or WebSocket (`ws`). */
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

export function listText(codes: readonly string[], last: 'and' | 'or'): string {
  const head = codes.slice(0, -1).join(', ');
  return head === '' ? codes.join() : `${head} ${last} ${codes.at(-1)}`;
}
