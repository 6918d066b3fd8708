// A small local OpenID Connect provider: discovery, keys, and tokens with the claims that a test wants, true or false.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { wallNow } from '../../src/core/clock.ts';

export interface Provider {
  readonly issuer: string;
  /** Sets the next responses: claims that extend or replace the honest ones, and the key that signs them. */
  says: { claims?: Record<string, unknown>; isForged?: boolean };
  /** Signs in at the provider with this address. Returns the query of the redirect back. */
  visit(url: string): string;
  close(): Promise<void>;
}

export async function startProvider(client: { id: string; secret: string }): Promise<Provider> {
  const own = await generateKeyPair('RS256');
  const forged = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, { nonce: string; challenge: string }>();
  const provider: { says: Provider['says'] } = { says: {} };
  const server = createServer(async (request, reply) => {
    const send = (body: object, status = 200) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') return send(metadata());
    if (request.url === '/keys') return send({ keys: [jwk] });
    if (request.url?.startsWith('/authorize?')) {
      const requested = new URL(request.url, issuer());
      const back = `${requested.searchParams.get('redirect_uri')}${visit(requested.href)}`;
      return void reply.writeHead(302, { location: back }).end();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      createHash('sha256').update(verifier).digest('base64url') === grant?.challenge &&
      form.get('client_secret') === client.secret;
    if (grant === undefined || !isRight) return send({ error: 'invalid_grant' }, 400);
    const { claims = {}, isForged = false } = provider.says;
    const now = Math.floor(wallNow() / 1000);
    const token = new SignJWT({
      iss: issuer(),
      aud: client.id,
      sub: 'one',
      iat: now,
      exp: now + 60,
      auth_time: now,
      nonce: grant.nonce,
      email: 'ada@shop.example',
      email_verified: true,
      ...claims,
    }).setProtectedHeader({ alg: 'RS256', kid: 'one' });
    return send({
      access_token: 'unused',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await token.sign(isForged ? forged.privateKey : own.privateKey),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = () => ({
    issuer: issuer(),
    // A browser may use the other name of the host.
    authorization_endpoint: `${issuer().replace('127.0.0.1', 'localhost')}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  });
  return Object.assign(provider, {
    issuer: issuer(),
    visit,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });

  function visit(url: string) {
    const requested = new URL(url).searchParams;
    const code = randomUUID();
    const [nonce = '', challenge = ''] = ['nonce', 'code_challenge'].map(
      (name) => requested.get(name) ?? '',
    );
    grants.set(code, { nonce, challenge });
    return `?${new URLSearchParams({ code, state: requested.get('state') ?? '' })}`;
  }
}
