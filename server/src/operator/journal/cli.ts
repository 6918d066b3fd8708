// Text output of `chaintill journal list`. The values before and after, and the input, are in its JSON output.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { journalOperations } from './contract.ts';

type Line = OutputOf<(typeof journalOperations)['journal.list']>['rows'][number];

export const journalAdapters: AdaptersOf<typeof journalOperations> = {
  'journal.list': {
    called: {
      operation: '--operation <name>',
      actor: '--actor <name>',
      result: '--result <result>',
    },
    help: 'With --json also the input, and what the object was like before and after.',
    example: '--operation withdrawals --from 2026-11-01T00:00:00Z',
    show: (output) => pageText(output, lineOf),
  },
};

const ACTORS: Readonly<Record<string, string>> = { system_user: 'system user' };

function lineOf(line: Line) {
  const { id, at, operation, project_id, reason } = line;
  return {
    id,
    at,
    actor: `${line.actor} (${ACTORS[line.actor_kind] ?? line.actor_kind}, ${line.source})`,
    operation,
    object: line.object_id === null ? null : `${line.object_type} ${line.object_id}`,
    project_id,
    result: line.code === null ? line.result : `${line.result}: ${line.code}`,
    reason,
  };
}
