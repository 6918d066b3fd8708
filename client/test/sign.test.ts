// Guarantees of request signing: it covers the published parts, and no signature repeats.
import { describe, expect, it } from 'vitest';
import { sign, stringToSign } from '../../server/src/http/signature.ts';
import { signRequest } from '../src/index.ts';

const credentials = { apiKey: 'k', apiSecret: 'Oe8TBDzg4tatdq2cL9ojeEj3U3oWSCSC5fqOHAqaKVg' };
const request = {
  method: 'POST',
  target: '/api/auth/test',
  body: '{"amount":"100"}',
  signedAt: 1_547_033_080_000,
};

describe('signRequest', () => {
  it.each([
    ['a body', '{"name":"Café"}'],
    ['no body', null],
    ['an empty body', ''],
  ])('signs what the server checks, with %s', async (_name, body) => {
    const headers = await signRequest(credentials, { ...request, body });
    const text = stringToSign({
      method: 'POST',
      contentType: headers['Content-Type'],
      date: headers.Date,
      target: request.target,
      body: Buffer.from(body ?? ''),
    });
    expect(headers.Authorization).toBe(`HMAC k:${sign(credentials.apiSecret, text)}`);
  });

  it('a millisecond later, the signature differs', async () => {
    const later = await signRequest(credentials, { ...request, signedAt: request.signedAt + 1 });
    expect(later.Date).toBe('2019-01-09T11:24:40.001Z');
    expect(later.Authorization).not.toBe((await signRequest(credentials, request)).Authorization);
  });
});
