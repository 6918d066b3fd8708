// Text output of `chaintill alerts list|clear`.

import type { AdaptersOf } from '../../cli/adapter.ts';
import { pageText } from '../../cli/table.ts';
import type { alertsOperations } from './contract.ts';

export const alertsAdapters: AdaptersOf<typeof alertsOperations> = {
  'alarms.list': {
    example: 'chaintill alarms list',
    show: (page, { all }) =>
      pageText(page, ({ facts, cleared_at, cleared_reason, known_at: _since, ...row }) => ({
        ...row,
        ...(all === true && { cleared_at, cleared_reason }),
        facts,
      })),
  },
  'alarms.acknowledge': {
    arguments: ['alarm_id'],
    example: 'chaintill alarms acknowledge 0199... --reason "node is being restarted"',
    show: ({ kind, id }) => `Acknowledged ${kind} (${id}). It stays open`,
  },
  'alarms.clear': {
    arguments: ['alarm_id'],
    example: 'chaintill alarms clear 0199... --reason "wallet topped up by hand"',
    show: ({ kind, id }) => `Resolved ${kind} (${id})`,
  },
};
