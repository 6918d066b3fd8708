// The only definition of each environment variable's meaning and default; docs/configuration.md is generated from
// these tables. Variables for coins are derived from the coin definitions.

import { ofCoins } from './node-variables.ts';
import { forKeeping, forScaling, forWatching, ofBackups, ofPeople } from './operating-variables.ts';
import { type ConfiguredCoin, coinCodes, listText } from './values.ts';

export interface Variable {
  readonly name: string;
  /** Undefined: empty. */
  readonly fallback?: string;
  readonly meaning: string;
  readonly isSecret?: true;
}

export function variablesOf(coins: readonly ConfiguredCoin[]): readonly Variable[] {
  return [...general, ...coinWallet(coins), ...others, ...ofCoins(coins)];
}

function coinWallet(coins: readonly ConfiguredCoin[]): readonly Variable[] {
  const losses = coins
    .flatMap(({ code, isOptional, limits }) =>
      limits.feeLoss === null || isOptional ? [] : [`${code}:${limits.feeLoss}`],
    )
    .join();
  return [
    {
      name: 'CHAINTILL_BATCH_MAX_PAYMENTS',
      fallback: '1',
      meaning: `Maximum number of ${listText(coinCodes(coins).outputs, 'or')} withdrawals of one fee level in one transaction (1 to 100; 1: no batches). Payouts of one CSV file always share transactions, up to the standard size`,
    },
    {
      name: 'CHAINTILL_BATCH_WINDOW_SECONDS',
      fallback: '30',
      meaning:
        'How long a withdrawal waits for others in its batch. Withdrawals of the level `fast` do not wait',
    },
    {
      name: 'CHAINTILL_CONSOLIDATION_MAX_FEE',
      meaning:
        'Consolidates small outputs of a coin while a payment at the slow fee level costs at most this. Comma-separated, for example `BTC:0.000003,LTC:0.00002` (default: never)',
    },
    {
      name: 'CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS',
      fallback: '100',
      meaning: 'Number of outputs of a coin that are never consolidated',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_PER_TRANSFER',
      meaning:
        'Maximum network fee of one transfer, by coin, in the coin of its fees. For example `BTC:0.02,USDT:0.2` (default: see [keys.md](keys.md#fees)). Applies only to the signer in the service process',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_PER_DAY',
      meaning:
        'Maximum network fees in any 24 hours, per process. Tokens count toward the coin of their fees',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_PERCENT',
      fallback: '5',
      meaning:
        'Maximum network fee in percent of the amount that a transfer pays. It does not apply to the small fees in [keys.md](keys.md#fees)',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_OVERSPEND_LIMIT',
      meaning: `Total by which network fees may exceed what merchants paid for them before the alert \`network_fee_overspend\`, by the coin that pays fees. For example \`ETH:0.02\` (default: \`${losses}\`)`,
    },
    {
      name: 'CHAINTILL_HOT_WALLET_LOW_WATER_MARK',
      meaning:
        'Balance below which the hot wallet of a coin raises the alert `hot_wallet_below_mark`. For example `BTC:0.5,ETH:2`. Default: none',
    },
  ];
}

const general: readonly Variable[] = [
  {
    name: 'CHAINTILL_MODE',
    fallback: 'sandbox',
    meaning: '`sandbox` (simulated networks) or `live` (real nodes)',
  },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on' },
  {
    name: 'CHAINTILL_SANDBOX_PUBLIC',
    fallback: 'off',
    meaning:
      'Sandbox: `on` enables the unsigned routes under `/sandbox` even if HOST is not a loopback address. Anyone who can reach them then controls the sandbox',
  },
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on (0: any free port)' },
  {
    name: 'CHAINTILL_DATA_DIR',
    fallback: './data',
    meaning:
      'Folder of the embedded database, the master key, the sandbox credentials and `address-numbers`',
  },
  {
    name: 'DATABASE_URL',
    meaning:
      'External PostgreSQL (15 or newer) instead of the embedded one. With standbys, list all hosts: `postgres://user:password@one:5432,two:5432/db` (docs/high-availability.md)',
    isSecret: true,
  },
  {
    name: 'DATABASE_OWNER_URL',
    meaning:
      'The same database, for the role that owns the tables. Used by `migrate`, and by `serve` for migrations at its start. DATABASE_URL then connects as a role that owns nothing (docs/operations.md, "Two roles")',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_PUBLIC_URL',
    meaning:
      'Public URL of the instance, with the path of a proxy if there is one: `https://shop.example/pay` (default: the address that it listens on)',
  },
  {
    name: 'CHAINTILL_MASTER_KEY',
    meaning:
      '32 bytes in hex or base64 that encrypt stored secrets (default: a generated file in the data folder)',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_SIGNER_SOCKET',
    meaning:
      'Unix socket of a separate signer (`chaintill signer`), which then holds the seed (default: the seed is in the database, encrypted)',
  },
  {
    name: 'CHAINTILL_WALLET_PUBLIC_KEYS_FILE',
    meaning:
      'File with extended public keys (`chaintill signer export-keys`). Without a signer, the service can only receive',
  },
  {
    name: 'CHAINTILL_NETWORK',
    meaning:
      '`main`, `test` or `regtest`: the network of the coins (sandbox: always `test`; live: `main`)',
  },
  ...forWatching,
  {
    name: 'CHAINTILL_DATE_SKEW_SECONDS',
    fallback: '900',
    meaning: 'How far the `Date` of a signed request may differ from the server clock, in seconds',
  },
  {
    name: 'CHAINTILL_REQUESTS_PER_MINUTE',
    fallback: '200',
    meaning: 'Rate limit per API key (0: no limit)',
  },
  ...forKeeping,
  ...ofBackups,
  {
    name: 'CHAINTILL_MAX_BODY_BYTES',
    fallback: '131072',
    meaning: 'Largest accepted request body',
  },
  {
    name: 'CHAINTILL_FEE_PERCENT',
    fallback: '1',
    meaning: 'Fee in percent. Project settings override it',
  },
  {
    name: 'CHAINTILL_CORRECTION_LIMIT_EUR',
    fallback: '1000',
    meaning:
      'Value of manual corrections, in whole EUR, that one person can post for one project in 24 hours. A second person must approve a correction above it, or one without a current rate (0: every correction; docs/money.md)',
  },
  {
    name: 'CHAINTILL_SPREAD_PERCENT',
    fallback: '0.5',
    meaning: 'Spread between buy and sell rate, in percent of the mid price',
  },
  {
    name: 'CHAINTILL_RATE_MAX_AGE_SECONDS',
    fallback: '300',
    meaning: 'Maximum age of a rate. With older rates, requests return 503 `rates_unavailable`',
  },
  {
    name: 'CHAINTILL_RATE_SOURCES',
    meaning:
      'Comma-separated rate sources in live mode (default: all built-in sources; `none`: only the file)',
  },
  {
    name: 'CHAINTILL_MIN_RATE_SOURCES',
    fallback: '2',
    meaning: 'Minimum number of current sources for the price of a coin',
  },
  {
    name: 'CHAINTILL_RATES_FILE',
    meaning:
      'JSON file with prices (`{"LTC/EUR": "80.5"}`) as an additional source, for networks without a market. It is read at each refresh, and its age is that of its last change (CHAINTILL_RATE_MAX_AGE_SECONDS)',
  },
  {
    name: 'CHAINTILL_ADDRESS_POOL',
    fallback: '1000',
    meaning:
      'Number of addresses per coin that are derived in advance and watched. Set it above the number assigned between two backups, so that a restored instance detects their payments (docs/restores.md)',
  },
];

const others: readonly Variable[] = [
  {
    name: 'CHAINTILL_TRUSTED_PROXIES',
    meaning:
      'Comma-separated addresses or ranges of reverse proxies whose `X-Forwarded-For` is trusted',
  },
  {
    name: 'CHAINTILL_CALLBACK_ALLOWED_NETWORKS',
    meaning:
      'Comma-separated addresses or ranges of your own network to which webhooks (callbacks) and alerts may be sent, also over plain http. For example `10.1.2.0/24`. By default, live mode allows only public https addresses',
  },
  {
    name: 'CHAINTILL_RISK_LIST_FILES',
    meaning: 'Comma-separated files with sanctioned addresses, read at start',
  },
  {
    name: 'CHAINTILL_SMTP_URL',
    meaning:
      'Mail server for subscription emails, invitations, notifications and alerts. For example `smtps://user:password@mail.example:465` or `smtp://...:587?requireTLS=true`. Without it, no email is sent',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_MAIL_FROM',
    meaning: 'Sender of emails: an address, or name and address such as `Shop <pay@shop.example>`',
  },
  ...ofPeople,
  ...forScaling,
  {
    name: 'CHAINTILL_BASE_URL',
    meaning:
      'URL of the service for `chaintill request`, `listen` and similar commands (default: that in the sandbox credentials, ' +
      'or else the service on this machine)',
  },
  { name: 'CHAINTILL_API_KEY', meaning: 'API key of `chaintill request`' },
  {
    name: 'CHAINTILL_API_SECRET',
    meaning: 'Secret of that key',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_PERSONAL_TOKEN',
    meaning:
      'Personal token (`ct_...`) for `chaintill listen` and similar commands with CHAINTILL_BASE_URL',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_LISTEN_SECRET',
    meaning: 'Secret with which `chaintill listen` signs (default: a new one at each start)',
    isSecret: true,
  },
];
