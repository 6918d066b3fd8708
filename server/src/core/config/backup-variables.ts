// Variables about backups of the embedded database, and the store that may have them.
import type { Variable } from './variables.ts';

export const ofBackups: readonly Variable[] = [
  {
    name: 'CHAINTILL_BACKUP_TO',
    fallback: '',
    meaning:
      'A place of backups (a folder, or `s3://bucket/prefix`) where the service [makes one of its embedded database each night](operations.md#nightly-backups), and proves it (default: it makes none)',
  },
  {
    name: 'CHAINTILL_BACKUP_AT',
    fallback: '03:17',
    meaning: 'At that time, by UTC; a night that was missed is made up for',
  },
  {
    name: 'CHAINTILL_BACKUP_KEEP',
    fallback: '14',
    meaning: 'The newest so many stay there when another one is proven (1 to 9999)',
  },
  {
    name: 'CHAINTILL_BACKUP_RECIPIENT',
    fallback: '',
    meaning:
      'Who can open the keys beside it (`age1...`), as `--recipient` of `chaintill backup create` (default: no keys are there)',
  },
  {
    name: 'CHAINTILL_WAL_TO',
    fallback: '',
    meaning:
      'A place of backups (a folder, or `s3://bucket/prefix`) that gets the log of the embedded database as well: [a restore then goes up to any moment](operations.md#point-in-time-recovery) (default: up to the end of a backup)',
  },
  {
    name: 'CHAINTILL_WAL_SECONDS',
    fallback: '60',
    meaning: 'What was acknowledged so many seconds ago is there (1 to 3600)',
  },
  {
    name: 'CHAINTILL_BACKUP_HOURS_MAX',
    fallback: '36',
    meaning:
      'The newest backup by `chaintill backup create` may be so old, then it is an alarm (0: never; where none was ever made, and in the sandbox, there is none)',
  },
  {
    name: 'CHAINTILL_S3_ENDPOINT',
    fallback: '',
    meaning:
      'Address of [an S3-compatible store](operations.md#in-an-s3-compatible-store) for backups, for example `https://s3.example:9000` (default: that of AWS in the region)',
  },
  { name: 'CHAINTILL_S3_REGION', fallback: 'us-east-1', meaning: 'Its region' },
  { name: 'CHAINTILL_S3_ACCESS_KEY', fallback: '', meaning: 'Access key there' },
  {
    name: 'CHAINTILL_S3_SECRET_KEY',
    fallback: '',
    meaning: 'Secret of that key',
    isSecret: true,
  },
  {
    name: 'CHAINTILL_S3_SECRET_KEY_FILE',
    fallback: '',
    meaning: 'Or a file with that secret, such as a credential of systemd',
  },
];
