// Configuration: read from the environment once and validated as a whole. variables.ts documents each variable; the
// other files here read groups of variables. Secrets are never printed.
import type { Decimal } from '../money.ts';
import { isCell } from '../slots.ts';
import { type ConfiguredCoin, coinCodes } from './configured-coin.ts';
import { databaseUrlProblem } from './database-url.ts';
import { type Environment, unknownVariables, unknownVariableText } from './environment.ts';
import type { ModeRules } from './mode-rules.ts';
import { readNetworks } from './networks.ts';
import { type NightlyBackups, type ObjectStoreSettings, readBackups } from './read-backups.ts';
import { readMetrics } from './read-metrics.ts';
import { readPublicUrl } from './read-public-url.ts';
import { readValues, type Values } from './values.ts';
import { variablesOf } from './variables.ts';

export type Mode = 'sandbox' | 'live';
/** What a process does: serve requests, run background work, or both. */
export type Role = 'all' | 'api' | 'workers';
export type ChainNetwork = 'main' | 'test' | 'regtest';

/** The address and credentials of one coin node. */
export interface NodeFacts {
  readonly url: string;
  readonly cookieFile: string | null;
}

export interface Config {
  readonly mode: Mode;
  /** Settings that follow from the mode. Only assemble.ts reads the mode itself. */
  readonly rules: ModeRules;
  readonly host: string;
  /** The unsigned sandbox routes are reachable from other machines. */
  readonly sandboxIsPublic: boolean;
  readonly port: number;
  /** The separate address that serves metrics; null: none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Traces are exported as configured by the OpenTelemetry variables, which its library reads. */
  readonly tracesAreOn: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The owner of the tables, when the service uses a role that owns nothing. */
  readonly databaseOwnerUrl: string | null;
  readonly publicUrl: string | null;
  readonly masterKey: string | null;
  readonly signerSocket: string | null;
  readonly walletKeysFile: string | null;
  readonly logLevel: string;
  readonly network: ChainNetwork;
  /** Keyed by coin, in order of use. */
  readonly nodes: ReadonlyMap<string, readonly NodeFacts[]>;
  /** Coins with nodes of their own, in addition to the five of the API. */
  readonly extraCoins: readonly string[];
  /** Tokens in the order of their codes. They use the nodes of their network's fee coin. */
  readonly tokens: readonly string[];
  /** Keyed by token: the contract configured by the operator. */
  readonly tokenContracts: ReadonlyMap<string, string>;
  /** Keyed by a network's fee coin: blocks count when the network marks them safe or finalized, instead of by depth. */
  readonly finality: ReadonlyMap<string, 'safe' | 'finalized'>;
  /** Keyed by coin: minimum confirmations of a payment, whatever its amount. */
  readonly minConfirmations: ReadonlyMap<string, number>;
  /** Keyed by coin: where its node announces new blocks (ZeroMQ) or closed ledgers (WebSocket). */
  readonly streamUrls: ReadonlyMap<string, string>;
  /** Keyed by a network's fee coin: the link to a transaction, with a placeholder for its id; null: no links. */
  readonly explorers: ReadonlyMap<string, string | null>;
  readonly dateSkewSeconds: number;
  readonly requestsPerMinute: number;
  /** How long the request log is kept for debugging, in days; 0: no log. */
  readonly requestLogDays: number;
  /** How long callbacks are kept, together with the receivers' answers, in days. */
  readonly callbackDays: number;
  /** Folder for an archive of purged callbacks; null: no archive. */
  readonly archiveFolder: string | null;
  /** Backup place that receives the WAL of the embedded database; null: none. */
  readonly walTo: string | null;
  readonly walSeconds: number;
  /** Automatic backups; null: none. */
  readonly nightly: NightlyBackups | null;
  /** Settings for places whose address starts with `s3:`. */
  readonly objectStore: ObjectStoreSettings | null;
  /** Maximum age of the newest backup, once one exists; 0: any age. */
  readonly backupHoursMax: number;
  readonly bodyBytesMax: number;
  readonly feePercent: Decimal;
  readonly spreadPercent: Decimal;
  readonly ratesFreshSeconds: number;
  readonly rateSources: readonly string[];
  readonly rateSourcesMin: number;
  readonly ratesFile: string | null;
  readonly addressPoolSize: number;
  /** Maximum withdrawals paid by one transaction of the bitcoind family; 1: no batching. */
  readonly batchPayments: number;
  /** How long a withdrawal waits for others to join its batch, in seconds. */
  readonly batchSeconds: number;
  /** Keyed by coin: the fee of an ordinary payment, in the coin, up to which small outputs are consolidated. */
  readonly consolidate: ReadonlyMap<string, string>;
  /** How many outputs are kept separate. */
  readonly consolidateOutputs: number;
  /** Keyed by coin: the maximum network fee per transaction and per day, where it differs from the signer's own. */
  readonly networkFeePerTransfer: ReadonlyMap<string, string>;
  readonly networkFeePerDay: ReadonlyMap<string, string>;
  /** The limit as a share of the amount that the transaction pays. */
  readonly networkFeePercent: number;
  /** Keyed by coin: network fees beyond what merchants paid before an alert opens. */
  readonly networkFeeLoss: ReadonlyMap<string, string>;
  /** The maximum of manual corrections, in EUR, that one person may post alone for a project within 24 hours. */
  readonly correctionLimitEur: number;
  readonly trustedProxies: readonly string[];
  readonly callbackAllow: readonly string[];
  readonly riskListFiles: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Sorted SHA-1 hashes of breached passwords. */
  readonly breachedPasswordsFile: string | null;
  /** The single sign-on provider, in addition to local sign-in. */
  readonly sso: SsoSettings | null;
  readonly role: Role;
  /** This cell, when several instances share one proxy (core/slots.ts). */
  readonly cell: string | null;
}

/** An OpenID Connect provider and this instance's registration with it. */
export interface SsoSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly secretFile: string;
  /** Display name. */
  readonly name: string;
}

/** All problems of the environment at once, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`);
    this.problems = problems;
  }
}

/** `pay@shop.example` or `Shop <pay@shop.example>`: one sender, in one line. */
const MAIL_SENDER = /^(?:[^\p{Cc}<>"@,;]* <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u;

/** Reads the configuration for a program with these coins (see `coins/read-config.ts`). Throws ConfigError. */
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

/** A process that serves no pages does not know the address for links in callbacks and mails. */
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

/** Reads only the variables that switch traces on, and those that the library does not support. */
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
    consolidateOutputs: integer('CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS', 5, 100_000),
  };
}

/** The mail server and the sender: both or neither. */
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
