// The environment is read once and validated as a whole. variables.ts documents each variable. Secrets are never
// printed.
import type { Decimal } from '../money.ts';
import { isCell } from '../slots.ts';
import { type Environment, unknownVariables, unknownVariableText } from './environment.ts';
import type { ModeRules } from './mode-rules.ts';
import { readNetworks } from './networks.ts';
import { type NightlyBackups, type ObjectStoreSettings, readBackups } from './read-backups.ts';
import { readMetrics } from './read-metrics.ts';
import { readPublicUrl } from './read-public-url.ts';
import {
  type ConfiguredCoin,
  coinCodes,
  databaseUrlProblem,
  readValues,
  type Values,
} from './values.ts';
import { variablesOf } from './variables.ts';

export type Mode = 'sandbox' | 'live';
export type Role = 'all' | 'api' | 'workers';
export type ChainNetwork = 'main' | 'test' | 'regtest';

export interface NodeFacts {
  readonly url: string;
  readonly cookieFile: string | null;
}

export interface Config {
  readonly mode: Mode;
  /** Settings that follow from the mode. Only assemble.ts reads `mode` itself. */
  readonly rules: ModeRules;
  readonly host: string;
  /** Other machines can reach the unsigned sandbox routes. */
  readonly sandboxIsPublic: boolean;
  readonly port: number;
  /** A separate listener for metrics; null: metrics are off. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** The OpenTelemetry library reads the other trace settings from its own variables. */
  readonly tracesAreOn: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Connects as the owner of the tables, when the role in `databaseUrl` owns nothing. */
  readonly databaseOwnerUrl: string | null;
  readonly publicUrl: string | null;
  readonly masterKey: string | null;
  readonly signerSocket: string | null;
  readonly walletKeysFile: string | null;
  readonly logLevel: string;
  readonly network: ChainNetwork;
  /** Keyed by coin; each coin's nodes in order of preference. */
  readonly nodes: ReadonlyMap<string, readonly NodeFacts[]>;
  /** Coins with nodes of their own, in addition to the API's five. */
  readonly extraCoins: readonly string[];
  /** In the order of their codes. Tokens use the nodes of their network's fee coin. */
  readonly tokens: readonly string[];
  /** Fiat currencies beyond those of the interface. */
  readonly furtherFiats: readonly string[];
  /** Keyed by token. */
  readonly tokenContracts: ReadonlyMap<string, string>;
  /** Keyed by a network's fee coin: the block tag that confirms payments, instead of a depth. */
  readonly finality: ReadonlyMap<string, 'safe' | 'finalized'>;
  /** Keyed by coin; applies to payments of any amount. */
  readonly minConfirmations: ReadonlyMap<string, number>;
  /** Keyed by coin: where the node announces new blocks (ZeroMQ) or closed ledgers (WebSocket). */
  readonly streamUrls: ReadonlyMap<string, string>;
  /** Keyed by a network's fee coin: a transaction URL that contains TXID_IN_EXPLORER; null: no links. */
  readonly explorers: ReadonlyMap<string, string | null>;
  readonly dateSkewSeconds: number;
  readonly requestsPerMinute: number;
  /** 0 disables the request log. */
  readonly requestLogDays: number;
  readonly callbackDays: number;
  /** For purged callbacks; null: they are not archived. */
  readonly archiveFolder: string | null;
  /** Destination for the WAL of the embedded database; null: WAL is not archived. */
  readonly walTo: string | null;
  readonly walSeconds: number;
  /** Null: no automatic backups. */
  readonly nightly: NightlyBackups | null;
  readonly objectStore: ObjectStoreSettings | null;
  /** Maximum age of the newest backup, once a backup exists; 0: no limit. */
  readonly backupHoursMax: number;
  readonly bodyBytesMax: number;
  readonly feePercent: Decimal;
  readonly spreadPercent: Decimal;
  readonly ratesFreshSeconds: number;
  readonly rateSources: readonly string[];
  readonly rateSourcesMin: number;
  readonly ratesFile: string | null;
  readonly addressPoolSize: number;
  /** Maximum withdrawals per transaction of the bitcoind family; 1: no batching. */
  readonly batchPayments: number;
  /** How long a withdrawal waits for others to join its batch. */
  readonly batchSeconds: number;
  /** Keyed by coin: UTXOs are consolidated only while an ordinary payment's fee, in the coin, is at or below this. */
  readonly consolidate: ReadonlyMap<string, string>;
  readonly consolidateOutputs: number;
  /** Keyed by coin; replaces the signer's limit on network fees per transaction and per day. */
  readonly networkFeePerTransfer: ReadonlyMap<string, string>;
  readonly networkFeePerDay: ReadonlyMap<string, string>;
  /** The maximum network fee as a percentage of the amount paid by the transaction. */
  readonly networkFeePercent: number;
  /** Keyed by coin: network fees beyond those charged to merchants, above which an alert opens. */
  readonly networkFeeLoss: ReadonlyMap<string, string>;
  /** Keyed by coin: the balance below which its wallet raises an alert. */
  readonly lowWaterMarks: ReadonlyMap<string, string>;
  /** Corrections that one person may post for a project within 24 hours without approval. */
  readonly correctionLimitEur: number;
  readonly trustedProxies: readonly string[];
  readonly callbackAllow: readonly string[];
  readonly riskListFiles: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Sorted SHA-1 hashes. */
  readonly breachedPasswordsFile: string | null;
  readonly sso: SsoSettings | null;
  readonly role: Role;
  /** Set when several instances share one proxy (core/slots.ts). */
  readonly cell: string | null;
}

/** An OpenID Connect provider and this instance's registration there. */
export interface SsoSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly secretFile: string;
  readonly name: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`);
    this.problems = problems;
  }
}

/** A single sender on one line: `pay@shop.example` or `Shop <pay@shop.example>`. */
const MAIL_SENDER = /^(?:[^\p{Cc}<>"@,;]* <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u;

/** Throws ConfigError. `coins/read-config.ts` passes the coins. */
export function readConfigFor(environment: Environment, coins: readonly ConfiguredCoin[]): Config {
  const variables = variablesOf(coins);
  const values = readValues(environment, variables);
  const unknown = unknownVariables(environment, variables).map(unknownVariableText);
  const config: Config = {
    ...readServing(values),
    metrics: readMetrics(values),
    tracesAreOn: readTraces(values),
    ...readDatabase(values),
    ...readBackups(values),
    ...readNetworks(values, coins),
    ...readRates(values),
    ...readWalletSettings(values, coinCodes(coins).outputs),
    ...readMails(values),
    role: readRole(values),
    cell: readCell(values),
    signerSocket: values.optional('CHAINTILL_SIGNER_SOCKET'),
    walletKeysFile: values.optional('CHAINTILL_WALLET_PUBLIC_KEYS_FILE'),
    riskListFiles: values.list('CHAINTILL_RISK_LIST_FILES'),
    breachedPasswordsFile: values.optional('CHAINTILL_BREACHED_PASSWORDS_FILE'),
    sso: readSso(values),
    callbackAllow: values.ranges('CHAINTILL_CALLBACK_ALLOWED_NETWORKS'),
  };
  const problems = [...unknown, ...values.problems];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Links in callbacks and mails need a public address, and a process that serves no pages cannot derive one. */
function readRole({ oneOf, optional, problems }: Values): Role {
  const role = oneOf('CHAINTILL_ROLE', ['all', 'api', 'workers']);
  if (role === 'workers' && optional('CHAINTILL_PUBLIC_URL') === null)
    problems.push(
      'CHAINTILL_ROLE=workers needs CHAINTILL_PUBLIC_URL: callbacks and mails name pages that other processes serve',
    );
  return role;
}

function readCell({ optional, problems }: Values): string | null {
  const cell = optional('CHAINTILL_CELL');
  if (cell !== null && !isCell(cell))
    problems.push('CHAINTILL_CELL must be one hexadecimal digit, 0 to 9 or a to f');
  return cell;
}

function readSso({ url, optional, text, problems }: Values): SsoSettings | null {
  const issuer = url('CHAINTILL_SSO_ISSUER', ['https:', 'http:']);
  const clientId = optional('CHAINTILL_SSO_CLIENT_ID');
  const secretFile = optional('CHAINTILL_SSO_CLIENT_SECRET_FILE');
  if (issuer === null && clientId === null && secretFile === null) return null;
  if (issuer === null || clientId === null || secretFile === null) {
    problems.push(
      'CHAINTILL_SSO_ISSUER, CHAINTILL_SSO_CLIENT_ID and CHAINTILL_SSO_CLIENT_SECRET_FILE go together',
    );
    return null;
  }
  return { issuer, clientId, secretFile, name: text('CHAINTILL_SSO_NAME') };
}

function readDatabase({ optional, problems }: Values) {
  const urlOf = (name: string) => {
    const url = optional(name);
    const problem = url === null ? null : databaseUrlProblem(name, url);
    if (problem !== null) problems.push(problem);
    return url;
  };
  const databaseUrl = urlOf('DATABASE_URL');
  const databaseOwnerUrl = urlOf('DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== null && databaseUrl === null)
    problems.push(
      'DATABASE_OWNER_URL is the owner of the database that DATABASE_URL names, which is missing',
    );
  return { databaseUrl, databaseOwnerUrl };
}

function readServing(values: Values) {
  const { text, optional, integer, oneOf, ranges } = values;
  return {
    host: text('HOST'),
    sandboxIsPublic: oneOf('CHAINTILL_SANDBOX_PUBLIC', ['off', 'on']) === 'on',
    port: integer('PORT', 0, 65535),
    dataDir: text('CHAINTILL_DATA_DIR'),
    publicUrl: readPublicUrl(values),
    masterKey: optional('CHAINTILL_MASTER_KEY'),
    logLevel: oneOf('LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'silent']),
    dateSkewSeconds: integer('CHAINTILL_DATE_SKEW_SECONDS', 1, 86_400),
    requestsPerMinute: integer('CHAINTILL_REQUESTS_PER_MINUTE', 0, 1_000_000),
    requestLogDays: integer('CHAINTILL_REQUEST_LOG_RETENTION_DAYS', 0, 30),
    callbackDays: integer('CHAINTILL_CALLBACK_RETENTION_DAYS', 31, 36_500),
    archiveFolder: optional('CHAINTILL_EVENT_ARCHIVE_DIR'),
    correctionLimitEur: integer('CHAINTILL_CORRECTION_LIMIT_EUR', 0, 1_000_000_000),
    bodyBytesMax: integer('CHAINTILL_MAX_BODY_BYTES', 1024, 10_000_000),
    trustedProxies: ranges('CHAINTILL_TRUSTED_PROXIES'),
  };
}

/** Reads only the variables that turn traces on or off, and rejects protocols that the service does not support. */
function readTraces({ text, url, oneOf }: Values): boolean {
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const isNamed = endpoints.map((name) => url(name, ['http:', 'https:'])).some(Boolean);
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf']);
  const isOff = text('OTEL_SDK_DISABLED').toLowerCase() === 'true';
  return isNamed && !isOff && text('OTEL_TRACES_EXPORTER') !== 'none';
}

function readRates({ text, optional, integer, percent, list, problems }: Values) {
  const ratesFile = optional('CHAINTILL_RATES_FILE');
  if (text('CHAINTILL_RATE_SOURCES') === 'none' && ratesFile === null)
    problems.push('CHAINTILL_RATE_SOURCES=none needs prices from CHAINTILL_RATES_FILE');
  return {
    feePercent: percent('CHAINTILL_FEE_PERCENT'),
    spreadPercent: percent('CHAINTILL_SPREAD_PERCENT'),
    ratesFreshSeconds: integer('CHAINTILL_RATE_MAX_AGE_SECONDS', 1, 86_400),
    rateSources: list('CHAINTILL_RATE_SOURCES'),
    rateSourcesMin: integer('CHAINTILL_MIN_RATE_SOURCES', 1, 20),
    ratesFile,
  };
}

function readWalletSettings(
  { amounts, integer, prices }: Values,
  spendingOutputs: readonly string[],
) {
  return {
    addressPoolSize: integer('CHAINTILL_ADDRESS_POOL', 1, 1_000_000),
    batchPayments: integer('CHAINTILL_BATCH_MAX_PAYMENTS', 1, 100),
    batchSeconds: integer('CHAINTILL_BATCH_WINDOW_SECONDS', 0, 3600),
    consolidate: prices('CHAINTILL_CONSOLIDATION_MAX_FEE', spendingOutputs),
    networkFeePerTransfer: amounts('CHAINTILL_NETWORK_FEE_PER_TRANSFER'),
    networkFeePerDay: amounts('CHAINTILL_NETWORK_FEE_PER_DAY'),
    networkFeePercent: integer('CHAINTILL_NETWORK_FEE_PERCENT', 0, 100),
    networkFeeLoss: amounts('CHAINTILL_NETWORK_FEE_OVERSPEND_LIMIT'),
    lowWaterMarks: amounts('CHAINTILL_HOT_WALLET_LOW_WATER_MARK'),
    consolidateOutputs: integer('CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS', 5, 100_000),
  };
}

function readMails({ url, optional, problems }: Values): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = url('CHAINTILL_SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = optional('CHAINTILL_MAIL_FROM');
  if (smtpUrl !== null && mailFrom === null)
    problems.push('CHAINTILL_SMTP_URL needs a sender in CHAINTILL_MAIL_FROM');
  if (mailFrom !== null && !MAIL_SENDER.test(mailFrom))
    problems.push(
      'CHAINTILL_MAIL_FROM must be an address such as pay@shop.example, or Shop <pay@shop.example>',
    );
  return { smtpUrl, mailFrom };
}
