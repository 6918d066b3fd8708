// Variables that set how long records are kept.
import type { Variable } from './variables.ts';

export const forKeeping: readonly Variable[] = [
  {
    name: 'CHAINTILL_REQUEST_LOG_RETENTION_DAYS',
    fallback: '3',
    meaning:
      'Number of days for which API requests and their errors are kept for developers (0: nothing is kept, not even when keys were last used)',
  },
  {
    name: 'CHAINTILL_CALLBACK_RETENTION_DAYS',
    fallback: '400',
    meaning:
      'Number of days for which webhook (callback) events and responses are kept, at least 31. The ledger and objects are kept permanently',
  },
  {
    name: 'CHAINTILL_EVENT_ARCHIVE_DIR',
    fallback: '',
    meaning:
      'Folder to which deleted events are archived, as [compressed JSON lines](operations.md#data-retention) (default: no archive)',
  },
];
