// Coming in, who one is, and one's sessions.
import { Type } from 'typebox';
import { required, text, uuid } from '../fields.ts';
import { Id, nullable, oneOf, Text, Time } from '../objects/schema-words.ts';
import { row, rows, TextOrNull } from '../operator/schema-words.ts';
import { peopleOperation } from './operation.ts';

const TOKEN_LENGTH_MAX = 200;

const Done = row({ done: Type.Boolean() });

export const sessionOperations = {
  'session.link': peopleOperation({
    method: 'POST',
    path: '/session/link',
    summary: 'Come in by a link, once',
    who: 'anybody',
    input: { token: required(text(TOKEN_LENGTH_MAX, 'what stands after # in the link')) },
    output: Done,
  }),
  'session.step-up': peopleOperation({
    method: 'POST',
    path: '/session/step-up',
    summary: 'Prove once more who one is, before money moves',
    who: 'signed_in',
    input: {},
    output: Done,
  }),
  'session.end': peopleOperation({
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    who: 'signed_in',
    about: { type: 'session', output: 'id' },
    input: {},
    output: row({ id: Id }),
  }),
  'me.show': peopleOperation({
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in, and what he may do',
    who: 'signed_in',
    input: {},
    output: row({
      user: row({
        id: Id,
        name: Text,
        email: TextOrNull,
        role: TextOrNull,
        language: TextOrNull,
      }),
      mode: oneOf(['sandbox', 'live']),
      public_url: Text,
      permissions: Type.Array(Text),
      projects: rows({
        id: Id,
        name: Text,
        roles: Type.Array(Text),
        permissions: Type.Array(Text),
      }),
      session: nullable(row({ id: Id, proved_at: Time, proved_by: Text })),
    }),
  }),
  'me.sessions': peopleOperation({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where one is signed in',
    who: 'signed_in',
    input: {},
    output: rows({
      id: Id,
      began_at: Time,
      seen_at: Time,
      ends_at: Time,
      address: TextOrNull,
      agent: TextOrNull,
      is_this: Type.Boolean(),
    }),
  }),
  'me.end-session': peopleOperation({
    method: 'POST',
    path: '/me/sessions/end',
    summary: 'Sign out somewhere else',
    who: 'signed_in',
    about: { type: 'session', input: 'session_id' },
    input: { session_id: required(uuid('of the session')) },
    output: row({ id: Id }),
  }),
} as const;
