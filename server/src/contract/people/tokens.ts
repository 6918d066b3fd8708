// Personal tokens for programs that act for a person: `Authorization: Bearer ct_…`.
import { Type } from 'typebox';
import { integer, list, oneOf, required, uuid } from '../fields.ts';
import { type PersonPermission, permissions } from '../roles.ts';
import { Id, nullable, row, rows, SecretText, Text, Time, TimeOrNull } from '../schema.ts';
import { ownName, peopleOperation } from './fields.ts';

const DAYS_MAX = 366;
const all = Object.keys(permissions) as PersonPermission[];

export const tokenOperations = {
  'me.tokens': peopleOperation({
    method: 'GET',
    path: '/me/tokens',
    summary: 'List your tokens, newest first',
    output: rows({
      id: Id,
      name: Text,
      permissions: Type.Array(Text),
      project_id: nullable(Id),
      made_at: Time,
      expires_at: Time,
      used_at: TimeOrNull,
      revoked_at: TimeOrNull,
    }),
  }),
  'me.create-token': peopleOperation({
    method: 'POST',
    path: '/me/tokens',
    summary:
      'Create a token, shown once. It has the requested permissions as long as you have them',
    requiresStepUp: true,
    about: { type: 'personal_token', output: 'id' },
    input: {
      name: ownName,
      permissions: required(list(oneOf(all), { max: all.length })),
      project_id: uuid('limits the token to this project; default: all your projects'),
      days: integer({ min: 1, max: DAYS_MAX }, 'lifetime in days (90)'),
    },
    output: row({ id: Id, token: SecretText, expires_at: Time }),
  }),
  'me.revoke-token': peopleOperation({
    method: 'POST',
    path: '/me/tokens/revoke',
    summary: 'Revoke a token',
    about: { type: 'personal_token', input: 'token_id' },
    input: { token_id: required(uuid('of the token')) },
    output: row({ id: Id }),
  }),
} as const;
