// Text output of `chaintill notes show|add|assign`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { notesOperations } from './contract.ts';

const called = { project: '--project <project>' } as const;

export const notesAdapters: AdaptersOf<typeof notesOperations> = {
  'notes.show': {
    called,
    example: 'invoice 0199...',
    show: ({ assignee, notes }) =>
      [
        `Assigned to  ${assignee?.name ?? '-'}`,
        '',
        table(notes.map(({ created_at, author, note }) => ({ created_at, author, note }))),
      ].join('\n'),
  },
  'notes.add': { called, example: 'invoice 0199... "the customer sends the rest tomorrow"' },
  'notes.assign': { called, example: 'deposit 0199... --user-id 0199...' },
};
