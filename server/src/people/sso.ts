// Single sign-on with OpenID Connect (Core 1.0; code flow with PKCE, RFC 7636). The library validates state, nonce,
// signature, issuer, audience and times. Sign-in never creates a person. The first sign-in matches the email address
// that the provider verified, later sign-ins match the account at the provider.
import { readFile } from 'node:fs/promises';
import type { Configuration } from 'openid-client';
import type { App } from '../app.ts';
import { HOUR, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import type { SsoSettings } from '../core/config/config.ts';
import { type AppError, apiError } from '../core/errors.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import { browserUrl } from './links.ts';
import { storeChallenge, takeChallenge } from './passkeys.ts';
import { findUserOfProvider } from './users.ts';

const REQUESTED = { purpose: 'sso', userId: null } as const;
/** The sign-in serves as a step-up for moving money, so the person must have authenticated recently. */
const AUTH_AGE_SECONDS = (5 * MINUTE) / SECOND;
const KNOWN_FOR = HOUR;
const ANSWERS_WITHIN_SECONDS = 10;

interface Sent {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Known {
  readonly configuration: Configuration;
  readonly until: number;
}

const providers = new WeakMap<SsoSettings, Known>();

/** Also returns the challenge that the browser keeps. Errors: 404 without a provider, 502 `sso_failed`. */
export async function goToProvider(app: App): Promise<{ challengeId: string; url: string }> {
  const library = await import('openid-client');
  const configuration = await providerOf(app);
  const sent: Sent = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  };
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl(app),
    scope: 'openid email',
    state: sent.state,
    nonce: sent.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(sent.verifier),
    code_challenge_method: 'S256',
    max_age: String(AUTH_AGE_SECONDS),
  });
  const sealed = app.secrets.seal(JSON.stringify(sent), 'sso');
  return { challengeId: await storeChallenge(app, REQUESTED, sealed), url: url.href };
}

/** Errors: 401 `sso_failed`, whatever the cause. */
export async function returnFromProvider(
  app: App,
  { challengeId, answer }: { challengeId: string; answer: string },
): Promise<{ userId: string; authenticatedAt: Date }> {
  const sealed = await takeChallenge(app.db, REQUESTED, challengeId);
  if (sealed === null) throw failed(app, 401, 'no such challenge');
  const { state, nonce, verifier } = JSON.parse(app.secrets.open(sealed, 'sso')) as Sent;
  const library = await import('openid-client');
  const configuration = await providerOf(app);
  assertOutsideTransaction();
  const url = new URL(returnUrl(app));
  url.search = answer.slice(answer.indexOf('?') + 1);
  const tokens = await library
    .authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      maxAge: AUTH_AGE_SECONDS,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw failed(app, 401, error);
    });
  const claims = tokens.claims();
  const email = claims?.['email_verified'] === true ? claims['email'] : null;
  const subject = `${claims?.iss} ${claims?.sub}`;
  const user =
    typeof email === 'string' ? await findUserOfProvider(app.db, { email, subject }) : null;
  if (user === null)
    throw failed(app, 401, 'nobody here has this address with this account, or it is not verified');
  return {
    userId: user.id,
    authenticatedAt: new Date(Math.min(Number(claims?.auth_time) * SECOND, wallNow())),
  };
}

async function providerOf(app: App): Promise<Configuration> {
  const { sso } = app.config;
  if (sso === null) throw apiError('no_sso');
  const known = providers.get(sso);
  if (known !== undefined && known.until > wallNow()) return known.configuration;
  assertOutsideTransaction();
  const library = await import('openid-client');
  const isHere = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(sso.issuer);
  const secret = (await readFile(sso.secretFile, 'utf8')).trim();
  const configuration = await library
    .discovery(new URL(sso.issuer), sso.clientId, secret, undefined, {
      timeout: ANSWERS_WITHIN_SECONDS,
      execute: [
        library.enableNonRepudiationChecks,
        ...(isHere ? [library.allowInsecureRequests] : []),
      ],
    })
    .catch((error: unknown) => {
      throw failed(app, 502, error);
    });
  providers.set(sso, { configuration, until: wallNow() + KNOWN_FOR });
  return configuration;
}

function returnUrl({ publicUrl }: App): string {
  return `${browserUrl(publicUrl.value)}/dashboard/sso`;
}

function failed(app: App, status: 401 | 502, reason: unknown): AppError {
  app.log.warn({ err: reason }, 'single sign-on rejected');
  return apiError('sso_failed', {}, { status });
}
