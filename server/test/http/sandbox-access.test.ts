// Guarantees of the sandbox's unsigned routes: they accept local programs and reject external web pages.
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/coins/read-config.ts';
import { type AccessRequest, checkSandboxAccess } from '../../src/http/sandbox-access.ts';

const access: AccessRequest = {
  method: 'POST',
  host: '127.0.0.1:8080',
  origin: undefined,
  contentType: 'application/json',
};

function answer(change: Partial<AccessRequest>, environment: Record<string, string> = {}) {
  try {
    checkSandboxAccess(readConfig(environment), { ...access, ...change });
    return 'open';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('is open', () => {
  test.each([
    ['to a program', {}],
    [
      'to a program that says so with a charset',
      { contentType: 'application/json; charset=utf-8' },
    ],
    ['to a program that reads, without a type', { method: 'GET', contentType: undefined }],
    ['under the name of this machine', { host: 'localhost:8080' }],
    ['under its address of version 6', { host: '[::1]:8080' }],
    ['to a page of our own', { origin: 'http://127.0.0.1:8080' }],
  ])('%s', (_name, change) => {
    expect(answer(change)).toBe('open');
  });

  test('under the configured host name', () => {
    const environment = { CHAINTILL_PUBLIC_URL: 'https://till.example' };
    expect(answer({ host: 'till.example' }, environment)).toBe('open');
    const page = { host: 'till.example', origin: 'https://till.example' };
    expect(answer(page, environment)).toBe('open');
  });

  test('on an address that others can reach, when it is configured', () => {
    const environment = { HOST: '0.0.0.0', CHAINTILL_SANDBOX_PUBLIC: 'on' };
    expect(answer({ host: '192.0.2.7:8080' }, environment)).toBe('open');
  });
});

describe('is closed', () => {
  test.each([
    ['a form of a foreign page', { contentType: 'text/plain' }, 'unsupported_media_type'],
    ['a form', { contentType: 'application/x-www-form-urlencoded' }, 'unsupported_media_type'],
    ['a body without a type', { contentType: undefined }, 'unsupported_media_type'],
    ['a script of a foreign page', { origin: 'https://evil.example' }, 'unauthorized'],
    ['a page without an origin', { origin: 'null' }, 'unauthorized'],
    ['a page of another port', { origin: 'http://127.0.0.1:3000' }, 'unauthorized'],
    ['a name that was rebound to this machine', { host: 'evil.example:8080' }, 'unauthorized'],
    ['a name that only begins like ours', { host: 'localhost.evil.example' }, 'unauthorized'],
    ['no host', { host: undefined }, 'unauthorized'],
    ['a rebound name that reads', { method: 'GET', host: 'evil.example' }, 'unauthorized'],
  ])('to %s', (_name, change, code) => {
    expect(answer(change)).toBe(code);
  });

  test('on an address that others can reach', () => {
    expect(answer({}, { HOST: '0.0.0.0' })).toBe('unauthorized');
    expect(answer({}, { HOST: '192.0.2.7' })).toBe('unauthorized');
  });
});
