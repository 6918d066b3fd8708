// Single sign-on by OpenID Connect: redirect to the provider, and its response.
import { required, text } from '../fields.ts';
import { Id, Text } from '../objects/schema-types.ts';
import { row } from '../operator/schema-words.ts';
import { challengeId, Done } from './fields.ts';
import { peopleOperation } from './operation.ts';

const ANSWER_LENGTH_MAX = 8000;

export const ssoOperations = {
  'session.sso': peopleOperation({
    method: 'POST',
    path: '/session/sso',
    summary:
      'Where the browser goes to sign in at the provider; it comes back to /dashboard/sso and keeps `challenge_id` until then',
    access: 'anyone',
    input: {},
    output: row({ challenge_id: Id, url: Text }),
  }),
  'session.sso-finish': peopleOperation({
    method: 'POST',
    path: '/session/sso/finish',
    summary: 'Come in with what the provider answered',
    access: 'anyone',
    input: {
      challenge_id: required(challengeId),
      answer: required(
        text(ANSWER_LENGTH_MAX, 'the query with which the browser came back, from ? on'),
      ),
    },
    output: Done,
  }),
} as const;
