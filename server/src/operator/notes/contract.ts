// Notes on objects that wait for a person, and the person who takes care of each.
import { oneOf, required, text, uuid } from '../../contract/fields.ts';
import { operatorOperation, theProject } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

export const NOTE_LENGTH_MAX = 2000;
const NOTED_TYPES = ['invoice', 'deposit', 'withdrawal', 'channel_payment'] as const;
export type NotedType = (typeof NOTED_TYPES)[number];

const noted = {
  project: theProject,
  object_type: required(oneOf(NOTED_TYPES, 'type of the object')),
  object_id: required(uuid('ID of the object')),
};
/** The audit log shows the object itself. */
const about = { type: 'invoice', typeInput: 'object_type', input: 'object_id' } as const;

export const notesOperations = {
  'notes.show': operatorOperation({
    summary: 'Show the notes on an object, oldest first, and its assignee',
    permission: 'read',
    input: noted,
    output: schema.row({
      assignee: schema.nullable(schema.row({ user_id: schema.Id, name: schema.Text })),
      notes: schema.rows({
        id: schema.Id,
        author: schema.Text,
        note: schema.Text,
        created_at: schema.Time,
      }),
    }),
  }),
  'notes.add': operatorOperation({
    summary: 'Add a note to an object. Notes cannot be changed or deleted',
    permission: 'annotate',
    about,
    input: {
      ...noted,
      note: required(text(NOTE_LENGTH_MAX, 'the note, at most 2,000 characters')),
    },
    output: schema.row({ id: schema.Id }),
  }),
  'notes.assign': operatorOperation({
    summary: 'Assign an object to a person, or to nobody',
    permission: 'annotate',
    about,
    input: { ...noted, user_id: uuid('ID of a member; if omitted, nobody') },
    output: schema.row({ id: schema.Id }),
  }),
} as const;
