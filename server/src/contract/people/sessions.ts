// Signing in, the current user, and sessions.
import { Type } from 'typebox';
import { matching, oneOf as oneOfText, required, text, uuid } from '../fields.ts';
import { SELF } from '../operator/operation.ts';
import { Id, nullable, oneOf, row, rows, Text, TextOrNull, Time } from '../schema.ts';
import { challengeId, Done, peopleOperation, token } from './fields.ts';

const ANSWER_LENGTH_MAX = 8000;

export const ssoOperations = {
  'session.sso': peopleOperation({
    method: 'POST',
    path: '/session/sso',
    summary:
      'Start single sign-on. Returns the URL of the provider, which redirects to /dashboard/sso. Keep `challenge_id` until then',
    access: 'anyone',
    output: row({ challenge_id: Id, url: Text }),
  }),
  'session.sso-finish': peopleOperation({
    method: 'POST',
    path: '/session/sso/finish',
    summary: 'Finish single sign-on with the response of the provider',
    access: 'anyone',
    input: {
      challenge_id: required(challengeId),
      answer: required(text(ANSWER_LENGTH_MAX, 'query string of the redirect, starting with ?')),
    },
    output: Done,
  }),
} as const;

const LENGTH_MAX = 64;
const tag = (what: string) =>
  matching(
    /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
    { lengthMax: LENGTH_MAX, form: 'language_tag' },
    what,
  );

const preferences = {
  language: tag('language of the dashboard; default: that of the browser'),
  number_format: tag('locale of numbers and dates; default: that of the language'),
  time_zone: matching(
    /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/,
    { lengthMax: LENGTH_MAX, form: 'time_zone' },
    'default: that of the browser',
  ),
  theme: oneOfText(['light', 'dark', 'auto'], 'default: as in the browser'),
};

export const sessionOperations = {
  'session.show-link': peopleOperation({
    method: 'POST',
    path: '/session/link/show',
    summary: 'Show whom a link signs in, and who is signed in now. Does not use the link',
    access: 'anyone',
    input: { token: required(token) },
    output: row({ name: Text, expires_at: Time, signed_in_as: TextOrNull }),
  }),
  'session.link': peopleOperation({
    method: 'POST',
    path: '/session/link',
    summary: 'Sign in with a link. A link works once',
    access: 'anyone',
    input: { token: required(token) },
    output: Done,
  }),
  'session.sign-in-methods': peopleOperation({
    method: 'GET',
    path: '/session/sign-in-methods',
    summary: 'List the sign-in methods of this instance',
    access: 'anyone',
    output: row({
      mode: oneOf(['sandbox', 'live']),
      passkey: Type.Boolean(),
      password_needs_code: Type.Boolean(),
      sso: TextOrNull,
    }),
  }),
  'session.end': peopleOperation({
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    about: { type: 'session', output: 'id' },
    output: row({ id: Id }),
  }),
  'me.show': peopleOperation({
    method: 'GET',
    path: '/me',
    summary: 'Show who is signed in, with their permissions',
    alsoByToken: true,
    output: row({
      user: row({
        id: Id,
        name: Text,
        email: TextOrNull,
        role: TextOrNull,
        language: TextOrNull,
        number_format: TextOrNull,
        time_zone: TextOrNull,
        theme: TextOrNull,
        has_passkey: Type.Boolean(),
        has_password: Type.Boolean(),
        has_totp: Type.Boolean(),
        recovery_codes: Type.Integer(),
      }),
      must_set_up: Type.Boolean(),
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
  'me.set': peopleOperation({
    method: 'POST',
    path: '/me',
    summary: 'Change your display settings',
    leavesNoLine: true,
    input: preferences,
    output: row({ id: Id }),
  }),
  'me.sessions': peopleOperation({
    method: 'GET',
    path: '/me/sessions',
    summary: 'List your sessions',
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
    summary: 'End one of your other sessions',
    about: { type: 'session', input: 'session_id' },
    input: { session_id: required(uuid('ID of the session')) },
    output: row({ id: Id }),
  }),
  'me.end-all': peopleOperation({
    method: 'POST',
    path: '/me/sessions/end-all',
    summary: 'End all your other sessions and revoke all your tokens',
    about: { type: 'user', input: SELF },
    output: row({ id: Id }),
  }),
} as const;
