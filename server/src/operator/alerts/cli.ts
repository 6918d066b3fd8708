// Text output of `chaintill alerts list|clear`.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import type { alertsOperations } from './contract.ts';

export const alertsAdapters: AdaptersOf<typeof alertsOperations> = {
  'alerts.list': {
    show: (page, { all }) =>
      pageText(
        page,
        ({ facts, resolved_at, resolved_reason, acknowledged_at: _since, ...row }) => ({
          ...row,
          ...(all === true && { resolved_at, resolved_reason }),
          facts,
        }),
      ),
  },
  'alerts.acknowledge': {
    example: '0199... --reason "node is being restarted"',
    show: ({ kind, id }) => `Acknowledged ${kind} (${id}). It stays open`,
  },
  'alerts.resolve': {
    example: '0199... --reason "wallet topped up by hand"',
    show: ({ kind, id }) => `Resolved ${kind} (${id})`,
  },
};
