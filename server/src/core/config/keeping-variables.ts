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
      'A folder of this machine that has what is forgotten, as [compressed JSON lines](operations.md#data-retention) (default: it is gone)',
  },
];
