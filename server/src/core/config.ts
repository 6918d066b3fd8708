// Configuration: the environment, read once, checked as a whole. The table below is the only place
// that names a variable; docs/configuration.md is generated from it. Secrets are never printed.
import { type Decimal, decimal, parseDecimal } from './decimal.ts';
import { isIpRange } from './ip-ranges.ts';

export type Mode = 'sandbox' | 'live';
export type ChainNetwork = 'main' | 'test' | 'regtest';

/** The address of one coin's node and how to log in there. */
export interface NodeFacts {
  readonly url: string;
  readonly cookieFile: string | null;
}

export interface Config {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly publicUrl: string | null;
  readonly masterKey: string | null;
  readonly signerSocket: string | null;
  readonly walletKeysFile: string | null;
  readonly logLevel: string;
  readonly network: ChainNetwork;
  /** By coin, in the order in which they are asked. */
  readonly nodes: ReadonlyMap<string, readonly NodeFacts[]>;
  /** Coins beside the five of the interface, in the order of their codes. They use the node of ETH. */
  readonly tokens: readonly string[];
  /** By token: the contract that the operator named. */
  readonly tokenContracts: ReadonlyMap<string, string>;
  /** What decides on ETH which blocks count: the network's own word, or (null) their depth. */
  readonly ethFinality: 'safe' | 'finalized' | null;
  /** By coin: where its node tells of new blocks (ZeroMQ), or of closed ledgers (WebSocket). */
  readonly streamUrls: ReadonlyMap<string, string>;
  readonly dateSkewSeconds: number;
  readonly requestsPerMinute: number;
  readonly bodyBytesMax: number;
  readonly feePercent: Decimal;
  readonly spreadPercent: Decimal;
  readonly ratesFreshSeconds: number;
  readonly rateSources: readonly string[];
  readonly rateSourcesMin: number;
  readonly ratesFile: string | null;
  readonly addressPoolSize: number;
  /** Withdrawals of BTC, LTC or BCH paid by one transfer; 1: each has its own. */
  readonly batchPayments: number;
  /** How long a withdrawal waits for others to share its transfer. */
  readonly batchSeconds: number;
  /** By coin: the fee of an ordinary payment, in the coin, up to which small outputs are merged. */
  readonly consolidate: ReadonlyMap<string, string>;
  /** How many outputs are kept apart. */
  readonly consolidateOutputs: number;
  readonly trustedProxies: readonly string[];
  readonly callbackAllow: readonly string[];
  readonly riskListFiles: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly workersAreOn: boolean;
}

/** `pay@shop.example` or `Shop <pay@shop.example>`: one sender, in one line. */
const MAIL_SENDER = /^(?:[^\p{Cc}<>"@,;]* <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u;

/** Every problem of the environment at once, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`);
    this.problems = problems;
  }
}

interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly isSecret?: true;
}

const COIN_CODES = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'] as const;
/** What tells of new blocks. */
const ZMQ_COINS = ['BTC', 'LTC', 'BCH'] as const;
const STREAMS: readonly { coin: string; name: string; schemes: readonly string[] }[] = [
  ...ZMQ_COINS.map((coin) => ({ coin, name: `${coin}_NODE_ZMQ`, schemes: ['tcp:'] })),
  { coin: 'XRP', name: 'XRP_NODE_WS', schemes: ['ws:', 'wss:'] },
];
const TCP_ADDRESS = /^tcp:\/\/[^/?#@]+:\d+\/?$/;

/** Switched on by CHAINTILL_TOKENS. */
const TOKEN_CODES = ['USDC', 'USDT'] as const;
/** The coin on whose network the tokens are. */
const TOKENS_ON = 'ETH';

/** Nodes of one coin: each is one more that must agree. */
const NODES_MAX = 5;

/** The documented table. `${COIN}_NODE_URL` and `${COIN}_NODE_COOKIE` exist for each coin with nodes of its own. */
export const variables: readonly Variable[] = [
  {
    name: 'CHAINTILL_MODE',
    fallback: 'sandbox',
    meaning: '`sandbox` (simulated networks) or `live` (real nodes)',
  },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on' },
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on (0: any free one)' },
  {
    name: 'CHAINTILL_DATA_DIR',
    fallback: './data',
    meaning: 'Folder of the embedded database, the master key and the sandbox credentials',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'An external PostgreSQL (15 or newer) instead of the embedded one',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_PUBLIC_URL',
    fallback: '',
    meaning:
      'Address under which payers reach the hosted pages (default: the address it listens on)',
  },
  {
    name: 'CHAINTILL_MASTER_KEY',
    fallback: '',
    meaning:
      '32 bytes in hex or base64 that encrypt stored secrets (default: a file made in the data folder)',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_SIGNER_SOCKET',
    fallback: '',
    meaning:
      'Unix socket of a separate signer (`chaintill signer`), which then holds the seed alone (default: the seed is in the database, sealed)',
  },
  {
    name: 'CHAINTILL_WALLET_KEYS',
    fallback: '',
    meaning:
      'File of extended public keys (`chaintill signer export-keys`): without a signer the service receives only',
  },
  {
    name: 'CHAINTILL_NETWORK',
    fallback: '',
    meaning:
      '`main`, `test` or `regtest`: the network of the coins (sandbox: always `test`; live: `main`)',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`',
  },
  {
    name: 'CHAINTILL_DATE_SKEW_SECONDS',
    fallback: '900',
    meaning: 'How far the `Date` of a signed request may be from the server clock',
  },
  {
    name: 'CHAINTILL_REQUESTS_PER_MINUTE',
    fallback: '200',
    meaning: 'Rate limit of one API key (0: none)',
  },
  { name: 'CHAINTILL_BODY_BYTES_MAX', fallback: '65536', meaning: 'Largest accepted request body' },
  {
    name: 'CHAINTILL_FEE_PERCENT',
    fallback: '1',
    meaning: 'Processing fee in percent; project settings override it',
  },
  {
    name: 'CHAINTILL_SPREAD_PERCENT',
    fallback: '0.5',
    meaning: 'Distance between buy and sell rate in percent of the mid price',
  },
  {
    name: 'CHAINTILL_RATES_FRESH_SECONDS',
    fallback: '300',
    meaning: 'Older rates are refused with 503 `rates_unavailable`',
  },
  {
    name: 'CHAINTILL_RATE_SOURCES',
    fallback: '',
    meaning:
      'Comma-separated rate sources of live mode (default: all that are built in; `none`: only the file)',
  },
  {
    name: 'CHAINTILL_RATE_SOURCES_MIN',
    fallback: '2',
    meaning: 'How many fresh sources a coin price needs',
  },
  {
    name: 'CHAINTILL_RATES_FILE',
    fallback: '',
    meaning:
      'A JSON file of prices (`{"LTC/EUR": "80.5"}`) as one more source, read again at each refresh: for networks without a market',
  },
  { name: 'CHAINTILL_ADDRESS_POOL', fallback: '200', meaning: 'Addresses derived ahead per coin' },
  {
    name: 'CHAINTILL_BATCH_PAYMENTS',
    fallback: '1',
    meaning:
      'How many waiting withdrawals of BTC, LTC or BCH, of one fee level, may share a transaction (1: each has its own; at most 100)',
  },
  {
    name: 'CHAINTILL_BATCH_SECONDS',
    fallback: '30',
    meaning:
      'How long a withdrawal waits for others to share its transaction; those of the level `fast` never wait',
  },
  {
    name: 'CHAINTILL_CONSOLIDATE',
    fallback: '',
    meaning:
      'Merges small outputs of a coin while a payment at the slow level costs at most so much: comma-separated, for example `BTC:0.000003,LTC:0.00002` (default: never)',
  },
  {
    name: 'CHAINTILL_CONSOLIDATE_OUTPUTS',
    fallback: '100',
    meaning: 'How many outputs of a coin are kept apart: merging starts above',
  },
  {
    name: 'CHAINTILL_TRUSTED_PROXIES',
    fallback: '',
    meaning:
      'Comma-separated addresses or ranges of reverse proxies whose `X-Forwarded-For` is believed',
  },
  {
    name: 'CHAINTILL_CALLBACK_ALLOW',
    fallback: '',
    meaning:
      'Comma-separated addresses or ranges of your own network that callbacks may go to, also over plain http (for example `10.1.2.0/24`). Without it only public https addresses are called in live mode',
  },
  {
    name: 'CHAINTILL_RISK_LISTS',
    fallback: '',
    meaning: 'Comma-separated files with sanctioned addresses, read at start',
  },
  {
    name: 'CHAINTILL_SMTP_URL',
    fallback: '',
    meaning:
      'Mail server for the mails to payers of subscriptions, for example `smtps://user:password@mail.example:465`, or `smtp://...:587?requireTLS=true`. Without it no mail is sent',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_MAIL_FROM',
    fallback: '',
    meaning:
      'Sender of the mails: an address, or a name and an address as in `Shop <pay@shop.example>`',
  },
  {
    name: 'CHAINTILL_WORKERS',
    fallback: 'on',
    meaning: '`off`: this process serves requests only',
  },
  {
    name: 'CHAINTILL_BASE_URL',
    fallback: '',
    meaning:
      'The service that `chaintill request` asks (default: as in the credentials of the sandbox)',
  },
  { name: 'CHAINTILL_API_KEY', fallback: '', meaning: 'API key of `chaintill request`' },
  {
    name: 'CHAINTILL_API_SECRET',
    fallback: '',
    meaning: 'Secret of that key',
    isSecret: true,
  },
  ...COIN_CODES.flatMap((coin) => [
    {
      name: `${coin}_NODE_URL`,
      fallback: '',
      meaning: `RPC address of the ${coin} node, with user and password if it needs them; several with commas between them: the first that is in order is asked`,
      isSecret: true as const,
    },
    {
      name: `${coin}_NODE_COOKIE`,
      fallback: '',
      meaning: `Cookie file of the ${coin} node, instead of user and password; for several nodes one each`,
    },
  ]),
  {
    name: 'ETH_FINALITY',
    fallback: 'depth',
    meaning:
      '`depth`: ETH counts after 33 blocks; `safe` or `finalized`: once the network itself calls its block that, which takes some 7 or 13 minutes',
  },
  ...ZMQ_COINS.map((coin) => ({
    name: `${coin}_NODE_ZMQ`,
    fallback: '',
    meaning: `Where the ${coin} node publishes \`hashblock\` (\`tcp://host:port\`, its \`zmqpubhashblock\`): new blocks are then looked at at once instead of within a second`,
  })),
  {
    name: 'XRP_NODE_WS',
    fallback: '',
    meaning:
      'WebSocket address of the XRP node (`ws://` or `wss://`), with user and password if it needs them: closed ledgers are then looked at at once instead of within a second',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_TOKENS',
    fallback: '',
    meaning:
      'Comma-separated stablecoins on Ethereum to offer beside the five coins: `USDT`, `USDC`. Live, they use the node of ETH. One that has been used stays in the list',
  },
  ...TOKEN_CODES.map((token) => ({
    name: `CHAINTILL_${token}_CONTRACT`,
    fallback: '',
    meaning: `Contract of ${token} on a test network or a private one; on the main network it is fixed`,
  })),
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process: the one place that reads it. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Of the tests, and those that Kubernetes sets for a service named chaintill. */
const NOT_OURS = /^CHAINTILL_(?:TEST|SIMULATION)_|_(?:SERVICE_HOST|SERVICE_PORT|PORT)(?:_|$)/;

/** A misspelled CHAINTILL_NETWORK would run on the main network, and a misspelled limit would be none. */
function unknownVariables(environment: Environment): string[] {
  const known = new Set(variables.map(({ name }) => name));
  return Object.keys(environment)
    .filter((name) => name.startsWith('CHAINTILL_') && !known.has(name) && !NOT_OURS.test(name))
    .sort();
}

export function readConfig(environment: Environment): Config {
  const problems = unknownVariables(environment).map(
    (name) => `${name} is no variable of this release: docs/configuration.md lists them`,
  );
  const text = (name: string) => environment[name]?.trim() || fallbackOf(name);
  const optional = (name: string) => (text(name) === '' ? null : text(name));
  const list = (name: string) =>
    text(name)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const ranges = (name: string) => {
    const wrong = list(name).filter((item) => !isIpRange(item));
    if (wrong.length > 0)
      problems.push(`${name} must list addresses or ranges such as 10.0.0.0/8, not ${wrong[0]}`);
    return list(name);
  };
  const prices = (name: string): ReadonlyMap<string, string> => {
    const found = list(name).map((item) => /^(BTC|LTC|BCH):(\d{1,3}(?:\.\d{1,8})?)$/.exec(item));
    if (found.some((item) => item === null))
      problems.push(`${name} must list prices such as BTC:0.000003, of BTC, LTC and BCH`);
    return new Map(
      found.flatMap((item) => (item === null ? [] : [[item[1] ?? '', item[2] ?? '']])),
    );
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T => {
    const found = allowed.find((item) => item === text(name));
    if (found === undefined) problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return found ?? (allowed[0] as T);
  };
  const integer = (name: string, min: number, max: number): number => {
    const value = /^\d{1,9}$/.test(text(name)) ? Number(text(name)) : Number.NaN;
    if (!(value >= min && value <= max))
      problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return value;
  };
  const percent = (name: string): Decimal => {
    const value = parseDecimal(text(name));
    if (value === null || value.digits < 0n)
      problems.push(`${name} must be a percentage such as 0.5`);
    return value ?? decimal('0');
  };
  const url = (name: string, schemes: readonly string[]): string | null => {
    const value = optional(name);
    if (value !== null && !isUrl(value, schemes))
      problems.push(`${name} must be a URL beginning with ${schemes.join(' or ')}`);
    return value;
  };

  const mode = oneOf('CHAINTILL_MODE', ['sandbox', 'live']);
  const nodes = new Map<string, readonly NodeFacts[]>();
  for (const coin of COIN_CODES) {
    const urls = list(`${coin}_NODE_URL`);
    const cookies = list(`${coin}_NODE_COOKIE`);
    if (urls.some((value) => !isUrl(value, ['http:', 'https:'])))
      problems.push(`${coin}_NODE_URL must list URLs beginning with http: or https:`);
    if (urls.length > NODES_MAX)
      problems.push(`${coin}_NODE_URL must list at most ${NODES_MAX} nodes`);
    if (cookies.length > 0 && cookies.length !== urls.length)
      problems.push(`${coin}_NODE_COOKIE must name one file for each of ${coin}_NODE_URL`);
    if (urls.length > 0)
      nodes.set(
        coin,
        urls.map((value, n) => ({ url: value, cookieFile: cookies[n] ?? null })),
      );
  }
  const networkText = text('CHAINTILL_NETWORK') || (mode === 'live' ? 'main' : 'test');
  const network = (['main', 'test', 'regtest'] as const).find((item) => item === networkText);
  if (network === undefined) problems.push('CHAINTILL_NETWORK must be one of main, test, regtest');
  if (mode === 'sandbox' && nodes.size > 0) {
    problems.push(
      `${[...nodes.keys()].join(', ')}_NODE_URL belongs to live mode: set CHAINTILL_MODE=live or remove it`,
    );
  }
  if (mode === 'sandbox' && networkText !== 'test')
    problems.push('CHAINTILL_NETWORK belongs to live mode: the sandbox simulates test networks');
  if (mode === 'live' && nodes.size === 0)
    problems.push(
      'live mode needs a node: set BTC_NODE_URL, LTC_NODE_URL, ... for the coins to offer',
    );

  const tokens = readTokens({ wished: list('CHAINTILL_TOKENS'), optional }, problems);
  const tokenNodes = nodes.get(TOKENS_ON);
  if (mode === 'live' && tokens.codes.length > 0 && tokenNodes === undefined)
    problems.push(`CHAINTILL_TOKENS needs a node of ${TOKENS_ON} in ${TOKENS_ON}_NODE_URL`);
  if (networkText === 'main')
    for (const token of tokens.contracts.keys())
      problems.push(`CHAINTILL_${token}_CONTRACT: on the main network the contract is fixed`);
  for (const token of tokens.codes) if (tokenNodes !== undefined) nodes.set(token, tokenNodes);

  const finality = oneOf('ETH_FINALITY', ['depth', 'safe', 'finalized']);
  const streamUrls = new Map<string, string>();
  for (const { coin, name, schemes } of STREAMS) {
    const value = url(name, schemes);
    if (value !== null && !nodes.has(coin))
      problems.push(`${name} needs the RPC address of a node in ${coin}_NODE_URL`);
    if (value !== null && schemes.includes('tcp:') && !TCP_ADDRESS.test(value))
      problems.push(`${name} must be a host and a port, such as tcp://127.0.0.1:28332`);
    if (value !== null) streamUrls.set(coin, value);
  }

  if (text('CHAINTILL_RATE_SOURCES') === 'none' && optional('CHAINTILL_RATES_FILE') === null)
    problems.push('CHAINTILL_RATE_SOURCES=none needs prices from CHAINTILL_RATES_FILE');

  const smtpUrl = url('CHAINTILL_SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = optional('CHAINTILL_MAIL_FROM');
  if (smtpUrl !== null && mailFrom === null)
    problems.push('CHAINTILL_SMTP_URL needs a sender in CHAINTILL_MAIL_FROM');
  if (mailFrom !== null && !MAIL_SENDER.test(mailFrom))
    problems.push(
      'CHAINTILL_MAIL_FROM must be an address such as pay@shop.example, or Shop <pay@shop.example>',
    );

  const config: Config = {
    mode,
    host: text('HOST'),
    port: integer('PORT', 0, 65535),
    dataDir: text('CHAINTILL_DATA_DIR'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl: url('CHAINTILL_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    masterKey: optional('CHAINTILL_MASTER_KEY'),
    signerSocket: optional('CHAINTILL_SIGNER_SOCKET'),
    walletKeysFile: optional('CHAINTILL_WALLET_KEYS'),
    logLevel: oneOf('LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'silent']),
    network: network ?? 'test',
    nodes,
    tokens: tokens.codes,
    tokenContracts: tokens.contracts,
    ethFinality: finality === 'depth' ? null : finality,
    streamUrls,
    dateSkewSeconds: integer('CHAINTILL_DATE_SKEW_SECONDS', 1, 86_400),
    requestsPerMinute: integer('CHAINTILL_REQUESTS_PER_MINUTE', 0, 1_000_000),
    bodyBytesMax: integer('CHAINTILL_BODY_BYTES_MAX', 1024, 10_000_000),
    feePercent: percent('CHAINTILL_FEE_PERCENT'),
    spreadPercent: percent('CHAINTILL_SPREAD_PERCENT'),
    ratesFreshSeconds: integer('CHAINTILL_RATES_FRESH_SECONDS', 1, 86_400),
    rateSources: list('CHAINTILL_RATE_SOURCES'),
    rateSourcesMin: integer('CHAINTILL_RATE_SOURCES_MIN', 1, 20),
    ratesFile: optional('CHAINTILL_RATES_FILE'),
    addressPoolSize: integer('CHAINTILL_ADDRESS_POOL', 1, 1_000_000),
    batchPayments: integer('CHAINTILL_BATCH_PAYMENTS', 1, 100),
    batchSeconds: integer('CHAINTILL_BATCH_SECONDS', 0, 3600),
    consolidate: prices('CHAINTILL_CONSOLIDATE'),
    consolidateOutputs: integer('CHAINTILL_CONSOLIDATE_OUTPUTS', 5, 100_000),
    trustedProxies: ranges('CHAINTILL_TRUSTED_PROXIES'),
    callbackAllow: ranges('CHAINTILL_CALLBACK_ALLOW'),
    riskListFiles: list('CHAINTILL_RISK_LISTS'),
    smtpUrl,
    mailFrom,
    workersAreOn: oneOf('CHAINTILL_WORKERS', ['on', 'off']) === 'on',
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

interface Tokens {
  readonly codes: readonly string[];
  readonly contracts: ReadonlyMap<string, string>;
}

function readTokens(
  { wished, optional }: { wished: readonly string[]; optional(name: string): string | null },
  problems: string[],
): Tokens {
  const codes: readonly string[] = TOKEN_CODES.filter((code) => wished.includes(code));
  const unknown = wished.filter((code) => !codes.includes(code));
  if (unknown.length > 0)
    problems.push(
      `CHAINTILL_TOKENS must list some of ${TOKEN_CODES.join(', ')}, not ${unknown.join(', ')}`,
    );
  const contracts = new Map<string, string>();
  for (const code of TOKEN_CODES) {
    const contract = optional(`CHAINTILL_${code}_CONTRACT`);
    if (contract === null) continue;
    contracts.set(code, contract);
    if (!codes.includes(code))
      problems.push(`CHAINTILL_${code}_CONTRACT needs ${code} in CHAINTILL_TOKENS`);
  }
  return { codes, contracts };
}

function fallbackOf(name: string): string {
  return variables.find((variable) => variable.name === name)?.fallback ?? '';
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol);
}
