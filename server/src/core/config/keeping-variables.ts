// Variables about how long is kept what nobody needs for ever.
import type { Variable } from './variables.ts';

export const forKeeping: readonly Variable[] = [
  {
    name: 'CHAINTILL_REQUEST_LOG_DAYS',
    fallback: '3',
    meaning:
      'For so many days developers see what their programs asked, and what was wrong with it (0: nothing is kept, nor when keys were used)',
  },
  {
    name: 'CHAINTILL_CALLBACK_DAYS',
    fallback: '400',
    meaning:
      'For so many days what was called back, and what the receiver answered, is kept (31 at least); then it is forgotten. What the books and objects say stays for ever',
  },
  {
    name: 'CHAINTILL_ARCHIVE_FOLDER',
    fallback: '',
    meaning:
      'A folder of this machine that has what is forgotten, as [compressed JSON lines](operations.md#what-is-forgotten) (default: it is gone)',
  },
  {
    name: 'CHAINTILL_WAL_FOLDER',
    fallback: '',
    meaning:
      'A folder of backups (`chaintill backup create --to`) that gets the log of the embedded database as well: [a restore then goes up to any moment](operations.md#up-to-any-moment) (default: up to the end of a backup)',
  },
  {
    name: 'CHAINTILL_WAL_SECONDS',
    fallback: '60',
    meaning: 'What was acknowledged so many seconds ago is in that folder (1 to 3600)',
  },
  {
    name: 'CHAINTILL_BACKUP_HOURS_MAX',
    fallback: '36',
    meaning:
      'The newest backup by `chaintill backup create` may be so old, then it is an alarm (0: never; where none was ever made, and in the sandbox, there is none)',
  },
];
