// Passwords, one-time codes, and recovery codes for when the device is lost.
import { Type } from 'typebox';
import { required, text } from '../fields.ts';
import { SELF } from '../operator/operation.ts';
import { Id, row, SecretText } from '../schema.ts';
import { challengeId, code, Done, password, peopleOperation } from './fields.ts';

const LOGIN_LENGTH_MAX = 255;
const About = { type: 'user', input: SELF } as const;
const Self = row({ id: Id });
const Codes = row({ id: Id, recovery_codes: Type.Array(SecretText) });

export const passwordOperations = {
  'session.password': peopleOperation({
    method: 'POST',
    path: '/session/password',
    summary: 'Sign in with a password, and with a one-time code if required (401 `otp_required`)',
    access: 'anyone',
    input: {
      email: required(text(LOGIN_LENGTH_MAX, 'email address or name')),
      password: required(password),
      code,
    },
    output: Done,
  }),
  'me.set-password': peopleOperation({
    method: 'POST',
    path: '/me/password',
    summary: 'Set or change your password. Ends all your other sessions',
    requiresStepUp: true,
    about: About,
    input: { password: required(password) },
    output: Self,
  }),
  'me.remove-password': peopleOperation({
    method: 'POST',
    path: '/me/password/remove',
    summary: 'Remove your password',
    requiresStepUp: true,
    about: About,
    output: Self,
  }),
  'me.totp-options': peopleOperation({
    method: 'POST',
    path: '/me/totp/options',
    summary: 'Create a secret for an authenticator app',
    requiresStepUp: true,
    leavesNoLine: true,
    output: row({ challenge_id: Id, secret: SecretText, uri: SecretText, qr_svg: SecretText }),
  }),
  'me.add-totp': peopleOperation({
    method: 'POST',
    path: '/me/totp',
    summary: 'Confirm the authenticator app with a code. Returns ten recovery codes, shown once',
    requiresStepUp: true,
    about: About,
    input: { challenge_id: required(challengeId), code: required(code) },
    output: Codes,
  }),
  'me.remove-totp': peopleOperation({
    method: 'POST',
    path: '/me/totp/remove',
    summary: 'Remove the authenticator app and the recovery codes',
    requiresStepUp: true,
    about: About,
    output: Self,
  }),
  'me.recovery-codes': peopleOperation({
    method: 'POST',
    path: '/me/recovery-codes',
    summary: 'Create ten new recovery codes, shown once. Replaces the previous ones',
    requiresStepUp: true,
    about: About,
    output: Codes,
  }),
} as const;
