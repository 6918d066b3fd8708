// Variables for running the service: monitoring, several processes, retention, sign-in and backups. The variables for
// traces have OpenTelemetry's names.
import type { Variable } from './variables.ts';

export const ofBackups: readonly Variable[] = [
  {
    name: 'CHAINTILL_BACKUP_DESTINATION',
    meaning:
      'Folder or `s3://bucket/prefix` for [nightly backups](operations.md#nightly-backups) of the embedded database, which are verified (default: no backups)',
  },
  {
    name: 'CHAINTILL_BACKUP_TIME',
    fallback: '03:17',
    meaning:
      'Time of the nightly backup, in UTC. A missed backup is made as soon as the service runs again',
  },
  {
    name: 'CHAINTILL_BACKUP_KEEP',
    fallback: '14',
    meaning: 'Number of backups to keep after a new one is verified (1 to 9999)',
  },
  {
    name: 'CHAINTILL_BACKUP_RECIPIENT',
    meaning:
      'Recipient for whom the keys in a backup are encrypted (`age1...`), like `--recipient` of `chaintill backup create` (default: no keys in backups)',
  },
  {
    name: 'CHAINTILL_WAL_ARCHIVE_DESTINATION',
    meaning:
      'Folder or `s3://bucket/prefix` of the backups in which the WAL of the embedded database is stored, for [point-in-time recovery](operations.md#point-in-time-recovery) (default: not stored)',
  },
  {
    name: 'CHAINTILL_WAL_ARCHIVE_SECONDS',
    fallback: '60',
    meaning:
      'Maximum age of changes that are not stored in the WAL archive yet, in seconds (1 to 3600)',
  },
  {
    name: 'CHAINTILL_BACKUP_MAX_AGE_HOURS',
    fallback: '36',
    meaning:
      'Maximum age of the newest backup by `chaintill backup create` before an alert is raised (0: never). Applies only if one was ever made, and not in the sandbox',
  },
  {
    name: 'CHAINTILL_S3_ENDPOINT',
    meaning:
      'URL of [an S3-compatible store](operations.md#in-an-s3-compatible-store) for backups. For example `https://s3.example:9000` (default: AWS in the region)',
  },
  { name: 'CHAINTILL_S3_REGION', fallback: 'us-east-1', meaning: 'Region of the S3 store' },
  { name: 'CHAINTILL_S3_ACCESS_KEY', meaning: 'Access key of the S3 store' },
  {
    name: 'CHAINTILL_S3_SECRET_KEY',
    meaning: 'Secret of that key',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_S3_SECRET_KEY_FILE',
    meaning:
      'File with the secret key of the S3 store, such as a systemd credential. Instead of CHAINTILL_S3_SECRET_KEY',
  },
];

export const ofPeople: readonly Variable[] = [
  {
    name: 'CHAINTILL_BREACHED_PASSWORDS_FILE',
    meaning:
      'File with SHA-1 hashes of breached passwords, sorted, one per line, as provided by Have I Been Pwned. These passwords are rejected',
  },
  {
    name: 'CHAINTILL_SSO_ISSUER',
    meaning:
      'OpenID Connect: URL of the provider for single sign-on (`https://…`; http only on this machine). People are identified by their email address',
  },
  {
    name: 'CHAINTILL_SSO_CLIENT_ID',
    meaning: 'OpenID Connect: client id of this instance',
  },
  {
    name: 'CHAINTILL_SSO_CLIENT_SECRET_FILE',
    meaning: 'OpenID Connect: file with the client secret',
  },
  {
    name: 'CHAINTILL_SSO_NAME',
    fallback: 'single sign-on',
    meaning: 'OpenID Connect: name of the provider on the sign-in button',
  },
];

export const forKeeping: readonly Variable[] = [
  {
    name: 'CHAINTILL_REQUEST_LOG_RETENTION_DAYS',
    fallback: '3',
    meaning:
      'Number of days for which API requests and their errors are kept for developers (0: nothing is kept, including the last use of each key)',
  },
  {
    name: 'CHAINTILL_CALLBACK_RETENTION_DAYS',
    fallback: '400',
    meaning:
      'Number of days for which webhook (callback) events and responses are kept, at least 31. The ledger and objects are kept permanently',
  },
  {
    name: 'CHAINTILL_EVENT_ARCHIVE_DIR',
    meaning:
      'Folder to which deleted events are archived, as [compressed JSON lines](operations.md#data-retention) (default: no archive)',
  },
];

export const forScaling: readonly Variable[] = [
  {
    name: 'CHAINTILL_ROLE',
    fallback: 'all',
    meaning:
      'Role of this process: `api` serves requests, `workers` runs jobs and serves only health checks, `all` does both (docs/scaling.md)',
  },
  {
    name: 'CHAINTILL_CELL',
    meaning:
      'Hexadecimal digit of this cell, if several instances, each with its own database, are behind one proxy. API keys, ids and page URLs of new projects then identify their cell (docs/scaling.md, "Cells"). Must be the same for all processes that use the database, and must never change',
  },
  {
    name: 'CHAINTILL_CELLS_DIR',
    meaning:
      'For `chaintill cells`: folder with one file `NAME.env` per cell that contains the variables of its service (docs/scaling.md, "Cells")',
  },
];

export const forWatching: readonly Variable[] = [
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`',
  },
  {
    name: 'CHAINTILL_METRICS_LISTEN',
    meaning:
      'Where `/metrics` is served for Prometheus: a port on this machine (`9464`), or an address and port. Must differ from PORT. Do not expose it to customers or merchants (default: not served)',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Where [traces](operations.md#traces) are sent (OTLP over HTTP). For example `http://127.0.0.1:4318` (default: no traces). Other variables of the OpenTelemetry specification apply as well',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning:
      'Full URL for traces; used instead of `OTEL_EXPORTER_OTLP_ENDPOINT`. For example `http://127.0.0.1:4318/v1/traces`',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    meaning: 'Headers for the trace receiver. For example `authorization=Bearer%20TOKEN`',
    isSecret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/protobuf',
    meaning: 'Protocol for traces. Only this one is supported',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'chaintill',
    meaning: 'Name of this instance in traces',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    meaning:
      'Which traces are sent. To send one trace in ten, set `parentbased_traceidratio` and `OTEL_TRACES_SAMPLER_ARG` to `0.1`',
  },
  {
    name: 'OTEL_TRACES_EXPORTER',
    fallback: 'otlp',
    meaning: '`none` disables traces, whatever else is set',
  },
  { name: 'OTEL_SDK_DISABLED', fallback: 'false', meaning: '`true` disables traces as well' },
];
