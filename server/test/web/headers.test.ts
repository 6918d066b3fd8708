// The security headers of the hosted page and its files.
import { expect, test } from 'vitest';
import { assetHeaders, paymentPageHeaders, paymentStatusHeaders } from '../../src/web/headers.ts';

test('a page runs only our own files, and any site may embed it', () => {
  const headers = paymentPageHeaders();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ]);
  expect(headers).not.toHaveProperty('x-frame-options');
});

test('embedding can be limited to some sites or to none', () => {
  const policyOf = (sites: readonly string[]) =>
    paymentPageHeaders(sites)['content-security-policy'];
  expect(policyOf(['https://shop.example'])).toMatch(/; frame-ancestors https:\/\/shop\.example$/);
  expect(policyOf([])).toMatch(/; frame-ancestors 'none'$/);
});

test('the URL of a page is not sent as referrer, indexed or cached', () => {
  for (const headers of [paymentPageHeaders(), paymentStatusHeaders()]) {
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  }
});

test('the status and the assets can not be embedded', () => {
  for (const headers of [paymentStatusHeaders(), assetHeaders('text/css', { isImmutable: true })]) {
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});
