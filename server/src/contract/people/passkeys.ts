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
    summary: 'Ask what one can prove it with, and what a passkey shall sign for that',
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
      'Prove it: `challenge_id` and `response` of a passkey, or `password` and `code`; in the sandbox nothing, when one has neither',
    input: { challenge_id: challengeId, response: passkeyResponse, password, code },
    output: Done,
  }),
} as const;

const LOGIN_LENGTH_MAX = 255;

const answer = {
  challenge_id: required(challengeId),
  response: required(passkeyResponse),
};
const passkey_id = required(uuid('of the passkey'));

export const passkeyOperations = {
  'session.passkey-options': peopleOperation({
    method: 'POST',
    path: '/session/passkey/options',
    summary: 'Ask what a passkey shall sign, to come in',
    access: 'anyone',
    input: {
      email: text(
        LOGIN_LENGTH_MAX,
        'mail address or name, for security keys that know neither; otherwise not needed',
      ),
    },
    output: Question,
  }),
  'session.passkey': peopleOperation({
    method: 'POST',
    path: '/session/passkey',
    summary: 'Come in by a passkey',
    access: 'anyone',
    input: answer,
    output: Done,
  }),
  'me.passkeys': peopleOperation({
    method: 'GET',
    path: '/me/passkeys',
    summary: "One's passkeys",
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
    summary: 'Ask what a new passkey shall be made for',
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
    summary: 'Call a passkey something else',
    about: { type: 'passkey', input: 'passkey_id' },
    input: { passkey_id, name: ownName },
    output: row({ id: Id }),
  }),
  'me.remove-passkey': peopleOperation({
    method: 'POST',
    path: '/me/passkeys/remove',
    summary: 'Remove a passkey; one is signed out everywhere else',
    requiresStepUp: true,
    about: { type: 'passkey', input: 'passkey_id' },
    input: { passkey_id },
    output: row({ id: Id }),
  }),
} as const;
