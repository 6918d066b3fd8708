// Step-up authentication, before money moves.
import { Type } from 'typebox';
import { row } from '../operator/schema-words.ts';
import { challengeId, code, Done, passkeyResponse, password, QuestionOrNull } from './fields.ts';
import { peopleOperation } from './operation.ts';

export const stepUpOperations = {
  'session.step-up-options': peopleOperation({
    method: 'POST',
    path: '/session/step-up/options',
    summary: 'Ask what one can prove it with, and what a passkey shall sign for that',
    access: 'signed_in',
    leavesNoLine: true,
    input: {},
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
    access: 'signed_in',
    input: { challenge_id: challengeId, response: passkeyResponse, password, code },
    output: Done,
  }),
} as const;
