// Guarantees of the request signature: the published vectors and every variant of the published clients verify.
import { describe, expect, it } from 'vitest';
import {
  parseAuthorization,
  sign,
  stringToSign,
  verifySignature,
} from '../../src/http/signature.ts';

/** wire.md part 2 (a), published code samples. */
const docsVector = {
  secret: 'Oe8TBDzg4tatdq2cL9ojeEj3U3oWSCSC5fqOHAqaKVg',
  method: 'POST',
  contentType: 'application/json',
  date: '2019-01-09T11:24:40+00:00',
  target: '/api/auth/test',
  body: Buffer.from('{"amount":"100"}'),
  signature: 'fVYzUdYqZO1ozBeP3KQHFp9/Kno=',
};

/** wire.md part 2 (a), the java client's test. */
const javaVector = {
  secret: 'kJFE6jF6f97FFsfeYhfw_73KJDlf73kF7J',
  method: 'POST',
  contentType: 'application/json',
  date: 'Thu, 6 Jan 2022 12:09:25 GMT',
  target: '/api/items',
  body: Buffer.from('{"count":"1"}'),
  signature: 'tji3k+LpWAnLuv6t109mwdQ16zs=',
};

const get = { ...docsVector, method: 'GET', body: Buffer.alloc(0) };

describe('stringToSign', () => {
  it('is the published text for the published request', () => {
    expect(stringToSign(docsVector)).toBe(
      'POST\n5173e4d02d8a761679b0165b87d9ee5f\napplication/json\n2019-01-09T11:24:40+00:00\n/api/auth/test',
    );
  });

  it('has an empty digest when there is no body', () => {
    expect(stringToSign(get)).toBe(
      'GET\n\napplication/json\n2019-01-09T11:24:40+00:00\n/api/auth/test',
    );
  });

  it('has the digest of {} when a client sends that for no parameters', () => {
    const text = stringToSign({ ...docsVector, body: Buffer.from('{}') });
    expect(text.split('\n')[1]).toBe('99914b932bd37a50b983c5e7c90ae93b');
  });

  it('digests the bytes, not their text', () => {
    const body = Uint8Array.of(0xff, 0xfe);
    expect(stringToSign({ ...docsVector, body }).split('\n')[1]).toBe(
      'f3b25701fe362ec84616a93a45ce9998',
    );
  });
});

describe('verifySignature', () => {
  it.each([
    ['the code samples', docsVector],
    ['the java client', javaVector],
  ])('accepts the published vector of %s', (_name, vector) => {
    expect(sign(vector.secret, stringToSign(vector))).toBe(vector.signature);
    expect(verifySignature(vector).isValid).toBe(true);
  });

  it.each([
    ['method', { method: 'PATCH' }],
    ['content type', { contentType: 'text/plain' }],
    ['date', { date: '2019-01-09T11:24:41+00:00' }],
    ['target', { target: '/api/auth/test?a=1' }],
    ['body', { body: Buffer.from('{"amount":"101"}') }],
    ['secret', { secret: 'Oe8TBDzg4tatdq2cL9ojeEj3U3oWSCSC5fqOHAqaKVh' }],
    ['signature', { signature: 'fVYzUdYqZO1ozBeP3KQHFp9/Kno' }],
    ['signature of the right length', { signature: 'gVYzUdYqZO1ozBeP3KQHFp9/Kno=' }],
    ['signature with letters beyond ASCII', { signature: 'éVYzUdYqZO1ozBeP3KQHFp9/Kno=' }],
  ])('rejects another %s', (_name, change) => {
    expect(verifySignature({ ...docsVector, ...change }).isValid).toBe(false);
  });

  it('accepts a signature over the target as sent and over its percent-decoded form', () => {
    const target = '/api/transactions?created_at_from=2026-01-02T03%3A04%3A05%2B02:00&x=caf%C3%A9';
    const decoded = '/api/transactions?created_at_from=2026-01-02T03:04:05+02:00&x=café';
    for (const signed of [target, decoded]) {
      const signature = sign(get.secret, stringToSign({ ...get, target: signed }));
      expect(verifySignature({ ...get, target, signature }).isValid).toBe(true);
    }
  });

  it.each([
    ['an escaped &', '/api/x?currency=EUR%26limit=1', '/api/x?currency=EUR&limit=1'],
    ['an escaped =', '/api/x?a%3Db=1', '/api/x?a=b=1'],
    ['an escaped +', '/api/x?customer_id=a%2Bb', '/api/x?customer_id=a+b'],
    ['an escaped ?', '/api/x/a%3Fb=1', '/api/x/a?b=1'],
    ['an escaped slash', '/api/channels/a%2Fpayments', '/api/channels/a/payments'],
    ['an escaped percent sign', '/api/x?a=%2541', '/api/x?a=%41'],
    ['bytes that are no UTF-8', '/api/x?a=%ff', '/api/x?a=\ufffd'],
  ])('rejects the decoded form of %s, which is another request', (_name, target, decoded) => {
    const signature = sign(get.secret, stringToSign({ ...get, target: decoded }));
    expect(verifySignature({ ...get, target, signature }).isValid).toBe(false);
  });

  it("accepts the decoded slashes of a merchant's own id", () => {
    const [before, target] = ['/api/invoices/custom_id/', '/api/invoices/custom_id/a%2Fb%2Bc'];
    const signature = sign(get.secret, stringToSign({ ...get, target: `${before}a/b+c` }));
    const claim = { ...get, target, signature };
    expect(verifySignature({ ...claim, ownIdAt: before.length }).isValid).toBe(true);
    expect(verifySignature(claim).isValid).toBe(false);
  });

  it('keeps + when it decodes', () => {
    const signed = (target: string) => sign(get.secret, stringToSign({ ...get, target }));
    const target = '/api/x?a=1+2%2C3';
    expect(verifySignature({ ...get, target, signature: signed('/api/x?a=1+2,3') }).isValid).toBe(
      true,
    );
    expect(verifySignature({ ...get, target, signature: signed('/api/x?a=1 2,3') }).isValid).toBe(
      false,
    );
  });

  it('does not accept the encoded form for a target that came decoded', () => {
    const signature = sign(get.secret, stringToSign({ ...get, target: '/api/x?a=%2C' }));
    expect(verifySignature({ ...get, target: '/api/x?a=,', signature }).isValid).toBe(false);
  });

  it.each(['/api/%', '/api/%zz', '/api/%2', '/api/%ff%fe', '/api/%C3', '/api/%00'])(
    'verifies the malformed target %s as sent',
    (target) => {
      const signature = sign(get.secret, stringToSign({ ...get, target }));
      expect(verifySignature({ ...get, target, signature }).isValid).toBe(true);
      expect(verifySignature({ ...get, target }).isValid).toBe(false);
    },
  );

  it('shows the string that it signed, over the target as sent', () => {
    expect(verifySignature({ ...get, target: '/api/%2C' }).stringToSign).toContain('\n/api/%2C');
  });
});

describe('parseAuthorization', () => {
  const credential = { key: 'DjlHuWlApznJ7vrhPBL0fA', signature: docsVector.signature };

  it.each([
    `HMAC ${credential.key}:${credential.signature}`,
    `hmac ${credential.key}:${credential.signature}`,
    `  HMAC   ${credential.key} : ${credential.signature}  `,
    `HMAC\t${credential.key}:${credential.signature}`,
  ])('parses %j', (header) => {
    expect(parseAuthorization(header)).toEqual(credential);
  });

  it.each([
    undefined,
    '',
    'HMAC',
    'HMAC :',
    `HMAC${credential.key}:${credential.signature}`,
    `Bearer ${credential.key}:${credential.signature}`,
    `HMAC ${credential.key}`,
    `HMAC ${credential.key}:`,
    `HMAC :${credential.signature}`,
    `HMAC ${credential.key}:${credential.signature}:x`,
    `HMAC ke y:${credential.signature}`,
    `HMAC key\u0000:${credential.signature}`,
    `HMAC ${credential.key}:a=b=`,
    `HMAC ${'k'.repeat(129)}:${credential.signature}`,
    `HMAC ${credential.key}:${'s'.repeat(200)}`,
    `HMAC${' '.repeat(100_000)}`,
  ])('rejects an invalid credential (%#)', (header) => {
    expect(parseAuthorization(header)).toBeNull();
  });
});
