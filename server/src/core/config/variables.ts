// The documented table of environment variables: the only place that names one with its meaning and its fallback.
// docs/configuration.md is generated from it. Those of the coins follow from what the coins are.

import { ofBackups } from './backup-variables.ts';
import { type ConfiguredCoin, coinCodes, inWords } from './configured-coin.ts';
import { forKeeping } from './keeping-variables.ts';
import { ofCoins } from './node-variables.ts';
import { ofPeople } from './people-variables.ts';
import { forScaling } from './scaling-variables.ts';
import { forWatching } from './watching-variables.ts';

export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly isSecret?: true;
}

/** The table for a program that knows these coins. */
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
      name: 'CHAINTILL_BATCH_PAYMENTS',
      fallback: '1',
      meaning: `How many waiting withdrawals of ${inWords(coinCodes(coins).outputs, 'or')}, of one fee level, may share a transaction (1: each has its own; at most 100)`,
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
      name: 'CHAINTILL_NETWORK_FEE_PER_TRANSFER',
      fallback: '',
      meaning:
        'The most that the network may take for one transfer, by coin, in the coin of its fees: for example `BTC:0.02,USDT:0.2` (default: as in [keys.md](keys.md#fees)). For the signer in the process',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_PER_DAY',
      fallback: '',
      meaning: 'The same for any 24 hours of one process; tokens count with the coin of their fees',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_PERCENT',
      fallback: '5',
      meaning:
        'The most of what a transfer pays that the network may take, where that is not little',
    },
    {
      name: 'CHAINTILL_NETWORK_FEE_LOSS',
      fallback: '',
      meaning: `What networks may take in all beyond what merchants paid for them, by coin that fees are paid in, before it is the alarm \`network_fees_lost\`: for example \`ETH:0.02\` (default: \`${losses}\`)`,
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
      'Sandbox: `on` serves the unsigned routes under `/sandbox` although HOST is no loopback address; whoever reaches it then drives the sandbox',
  },
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on (0: any free one)' },
  {
    name: 'CHAINTILL_DATA_DIR',
    fallback: './data',
    meaning:
      'Folder of the embedded database, the master key, the sandbox credentials and `address-numbers`',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'An external PostgreSQL (15 or newer) instead of the embedded one; several hosts, as in `postgres://user:password@one:5432,two:5432/db`, where standbys follow a primary (docs/high-availability.md)',
    isSecret: true,
  },
  {
    name: 'DATABASE_OWNER_URL',
    fallback: '',
    meaning:
      'The same database as the role that owns the tables, for `serve` (migrations at its start) and `migrate`; DATABASE_URL is then a role that owns nothing (docs/operations.md, "Two roles")',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_PUBLIC_URL',
    fallback: '',
    meaning:
      'Address under which payers reach the hosted pages, with the path of a proxy where it has one: `https://shop.example/pay` (default: the address it listens on)',
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
  ...forWatching,
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
  ...forKeeping,
  ...ofBackups,
  {
    name: 'CHAINTILL_BODY_BYTES_MAX',
    fallback: '131072',
    meaning: 'Largest accepted request body',
  },
  {
    name: 'CHAINTILL_FEE_PERCENT',
    fallback: '1',
    meaning: 'Processing fee in percent; project settings override it',
  },
  {
    name: 'CHAINTILL_CORRECTION_LIMIT_EUR',
    fallback: '1000',
    meaning:
      'Worth of the manual corrections, in whole EUR, that one person may book alone for one project in 24 hours. A second person must approve a correction above it, or one without a fresh rate (0: every correction; docs/money.md)',
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
      'A JSON file of prices (`{"LTC/EUR": "80.5"}`) as one more source, read again at each refresh and as old as its last change (CHAINTILL_RATES_FRESH_SECONDS): for networks without a market',
  },
  {
    name: 'CHAINTILL_ADDRESS_POOL',
    fallback: '1000',
    meaning:
      'Addresses derived ahead per coin and watched; more than are given out between two backups, so that a restored one notices payments to those (docs/restores.md)',
  },
];

const others: readonly Variable[] = [
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
      'Comma-separated addresses or ranges of your own network that callbacks and messages about alarms may go to, also over plain http (for example `10.1.2.0/24`). Without it only public https addresses are called in live mode',
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
      'Mail server for mails to payers of subscriptions, to people who sign in and about alarms, for example `smtps://user:password@mail.example:465`, or `smtp://...:587?requireTLS=true`. Without it no mail is sent',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_MAIL_FROM',
    fallback: '',
    meaning:
      'Sender of the mails: an address, or a name and an address as in `Shop <pay@shop.example>`',
  },
  ...ofPeople,
  ...forScaling,
  {
    name: 'CHAINTILL_BASE_URL',
    fallback: '',
    meaning:
      'The service that `chaintill request`, `listen` and the like ask (default: as in the credentials of the sandbox, ' +
      'else the one of this machine)',
  },
  { name: 'CHAINTILL_API_KEY', fallback: '', meaning: 'API key of `chaintill request`' },
  {
    name: 'CHAINTILL_API_SECRET',
    fallback: '',
    meaning: 'Secret of that key',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_PERSONAL_TOKEN',
    fallback: '',
    meaning:
      'A personal token (`ct_...`), with which `chaintill listen` and its like ask the service at CHAINTILL_BASE_URL',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_LISTEN_SECRET',
    fallback: '',
    meaning: 'What `chaintill listen` signs with (default: a new secret at each start)',
    isSecret: true,
  },
];
