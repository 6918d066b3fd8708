// Variables for backups of the embedded database and for the object store.
import type { Variable } from './variables.ts';

export const ofBackups: readonly Variable[] = [
  {
    name: 'CHAINTILL_BACKUP_DESTINATION',
    fallback: '',
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
    fallback: '',
    meaning:
      'Recipient for whom the keys in a backup are encrypted (`age1...`), like `--recipient` of `chaintill backup create` (default: no keys in backups)',
  },
  {
    name: 'CHAINTILL_WAL_ARCHIVE_DESTINATION',
    fallback: '',
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
    fallback: '',
    meaning:
      'URL of [an S3-compatible store](operations.md#in-an-s3-compatible-store) for backups. For example `https://s3.example:9000` (default: AWS in the region)',
  },
  { name: 'CHAINTILL_S3_REGION', fallback: 'us-east-1', meaning: 'Region of the S3 store' },
  { name: 'CHAINTILL_S3_ACCESS_KEY', fallback: '', meaning: 'Access key of the S3 store' },
  {
    name: 'CHAINTILL_S3_SECRET_KEY',
    fallback: '',
    meaning: 'Secret of that key',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_S3_SECRET_KEY_FILE',
    fallback: '',
    meaning:
      'File with the secret key of the S3 store, such as a systemd credential. Instead of CHAINTILL_S3_SECRET_KEY',
  },
];
