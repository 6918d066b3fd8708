// Passkeys: signing in with one, and managing one's own.
import { Type } from 'typebox';
import { required, text, uuid } from '../fields.ts';
import { Id, row, rows, Text, Time, TimeOrNull } from '../schema.ts';
import {
  challengeId,
  code,
  Done,
  ownName,
  passkeyResponse,
  password,
  peopleOperation,
  Question,
  QuestionOrNull,
} from './fields.ts';

export const stepUpOperations = {
  'session.step-up-options': peopleOperation({
    method: 'POST',
    path: '/session/step-up/options',
    summary: 'List the available step-up methods, with the options for a passkey',
    leavesNoLine: true,
    output: row({
      passkey: QuestionOrNull,
      password: Type.Boolean(),
      code: Type.Boolean(),
      nothing: Type.Boolean(),
    }),
  }),
  'session.step-up': peopleOperation({
    method: 'POST',
    path: '/session/step-up',
    summary:
      'Confirm your identity with `challenge_id` and `response` of a passkey, or with `password` and `code`. In the sandbox, send nothing if you have neither',
    input: { challenge_id: challengeId, response: passkeyResponse, password, code },
    output: Done,
  }),
} as const;

const LOGIN_LENGTH_MAX = 255;

const answer = {
  challenge_id: required(challengeId),
  response: required(passkeyResponse),
};
const passkey_id = required(uuid('ID of the passkey'));

export const passkeyOperations = {
  'session.passkey-options': peopleOperation({
    method: 'POST',
    path: '/session/passkey/options',
    summary: 'Create the options to sign in with a passkey',
    access: 'anyone',
    input: {
      email: text(
        LOGIN_LENGTH_MAX,
        'email address or name; only needed for security keys that do not store the account',
      ),
    },
    output: Question,
  }),
  'session.passkey': peopleOperation({
    method: 'POST',
    path: '/session/passkey',
    summary: 'Sign in with a passkey',
    access: 'anyone',
    input: answer,
    output: Done,
  }),
  'me.passkeys': peopleOperation({
    method: 'GET',
    path: '/me/passkeys',
    summary: 'List your passkeys',
    output: rows({
      id: Id,
      name: Text,
      is_backed_up: Type.Boolean(),
      transports: Type.Array(Text),
      made_at: Time,
      used_at: TimeOrNull,
    }),
  }),
  'me.passkey-options': peopleOperation({
    method: 'POST',
    path: '/me/passkeys/options',
    summary: 'Create the options to register a passkey',
    requiresStepUp: true,
    leavesNoLine: true,
    output: Question,
  }),
  'me.add-passkey': peopleOperation({
    method: 'POST',
    path: '/me/passkeys',
    summary: 'Add a passkey',
    requiresStepUp: true,
    about: { type: 'passkey', output: 'id' },
    input: { ...answer, name: ownName },
    output: row({ id: Id }),
  }),
  'me.rename-passkey': peopleOperation({
    method: 'POST',
    path: '/me/passkeys/rename',
    summary: 'Rename a passkey',
    about: { type: 'passkey', input: 'passkey_id' },
    input: { passkey_id, name: ownName },
    output: row({ id: Id }),
  }),
  'me.remove-passkey': peopleOperation({
    method: 'POST',
    path: '/me/passkeys/remove',
    summary: 'Remove a passkey. Ends all your other sessions',
    requiresStepUp: true,
    about: { type: 'passkey', input: 'passkey_id' },
    input: { passkey_id },
    output: row({ id: Id }),
  }),
} as const;
