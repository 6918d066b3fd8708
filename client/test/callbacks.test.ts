// Guarantees of callback verification: what the server signs is accepted, everything else is rejected.
import { describe, expect, it } from 'vitest';
import {
  type CallbackSecrets,
  signCallback,
  standardWebhooksSecret,
} from '../../server/src/events/sign-callback.ts';
import { type CallbackToVerify, verifyCallback } from '../src/index.ts';

const OLD = 'KN8weStbVNpr-ecRgChlD7wEQGG3BdCX-vxlvRZx2kk';
const NEW = 'hzeRDX54BYleXGwGm2YEWR4Ony1_ZU2lSTpAuxhW1gQ';
const SENT_AT = 1_800_000_000_000;
const payload = { type: 'Invoice', event: 'status_changed', data: { id: 'i', name: 'Café' } };
const body = JSON.stringify(payload);

function signed(secrets: CallbackSecrets = { current: NEW, previous: null }, text = body) {
  const headers = { ...signCallback({ id: 'evt-1', sentAt: SENT_AT, body: text }, secrets) };
  return { body: text, headers, secret: NEW, now: () => SENT_AT };
}

const problemOf = async (callback: CallbackToVerify) => {
  try {
    await verifyCallback(callback);
    return 'accepted';
  } catch (error) {
    return (error as { problem?: string }).problem ?? error;
  }
};

describe('verifyCallback', () => {
  it('returns the signed content, from text, bytes and any kind of headers', async () => {
    const callback = signed();
    expect(await verifyCallback(callback)).toEqual(payload);
    expect(await verifyCallback({ ...callback, body: Buffer.from(body) })).toEqual(payload);
    expect(await verifyCallback({ ...callback, headers: new Headers(callback.headers) })).toEqual(
      payload,
    );
    const upper = Object.entries(callback.headers).map(([name, value]) => [
      name.toUpperCase(),
      [value],
    ]);
    expect(await verifyCallback({ ...callback, headers: Object.fromEntries(upper) })).toEqual(
      payload,
    );
  });

  it('accepts the published example of the Standard Webhooks scheme', async () => {
    // https://docs.svix.com/receiving/verifying-payloads/how-manual: its body is not a callback of ours, so it is
    // rejected after the signature was verified.
    const example = {
      secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
      now: () => 1_731_705_121_000,
      body: '{"event_type":"ping","data":{"success":true}}',
      headers: {
        'webhook-id': 'msg_loFOjxBNrRLzqYUf',
        'webhook-timestamp': '1731705121',
        'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
      },
    };
    expect(await problemOf(example)).toBe('unreadable_body');
    expect(await problemOf({ ...example, body: `${example.body} ` })).toBe('wrong_signature');
  });

  it.each([
    ['body', { body: body.replace('Café', 'Cafe') }],
    ['secret', { secret: OLD }],
    ['id', { headers: { ...signed().headers, 'webhook-id': 'evt-2' } }],
    ['timestamp', { headers: { ...signed().headers, 'webhook-timestamp': '1800000001' } }],
    [
      'signature',
      { headers: { ...signed().headers, 'webhook-signature': `v1,${'A'.repeat(43)}=` } },
    ],
    [
      'signature version',
      { headers: { ...signed().headers, 'webhook-signature': 'v1a,AAAA v2,AAAA' } },
    ],
    ['signature, empty', { headers: { ...signed().headers, 'webhook-signature': '' } }],
  ])('rejects another %s', async (_name, change) => {
    expect(await problemOf({ ...signed(), ...change })).toBe('wrong_signature');
  });

  it.each([
    [300, 'accepted'],
    [-300, 'accepted'],
    [301, 'outside_tolerance'],
    [-301, 'outside_tolerance'],
  ])('a callback that is %i seconds old is %s', async (seconds, expected) => {
    expect(await problemOf({ ...signed(), now: () => SENT_AT + seconds * 1000 })).toBe(expected);
  });

  it('the tolerance can be set', async () => {
    const late = { ...signed(), now: () => SENT_AT + 11_000 };
    expect(await problemOf({ ...late, toleranceSeconds: 10 })).toBe('outside_tolerance');
    expect(await problemOf({ ...late, toleranceSeconds: 12 })).toBe('accepted');
  });

  it.each(['', 'now', '-1', '1.5', '1e9', '9'.repeat(13)])(
    'rejects the timestamp %j',
    async (timestamp) => {
      const headers = { ...signed().headers, 'webhook-timestamp': timestamp };
      expect(await problemOf({ ...signed(), headers })).toBe('bad_timestamp');
    },
  );

  it('during a rotation receivers with the old, the new or both secrets accept', async () => {
    const { secret: _secret, ...callback } = signed({ current: NEW, previous: OLD });
    for (const secrets of [[OLD], [NEW], [OLD, NEW]]) {
      expect(await problemOf({ ...callback, secrets })).toBe('accepted');
    }
  });

  it('accepts a secret in its whsec_ form', async () => {
    expect(await problemOf({ ...signed(), secret: standardWebhooksSecret(NEW) })).toBe('accepted');
  });

  describe('the legacy signature', () => {
    const legacy = () => {
      const { body, secret, headers } = signed();
      return {
        body,
        secret,
        headers: { 'x-cryptopay-signature': headers['X-Cryptopay-Signature'] ?? '' },
      };
    };

    it('is rejected unless it is allowed', async () => {
      expect(await problemOf(legacy())).toBe('missing_signature');
      expect(await problemOf({ ...legacy(), allowLegacySignature: true })).toBe('accepted');
    });

    it('rejects another body and another secret', async () => {
      expect(await problemOf({ ...legacy(), allowLegacySignature: true, body: `${body} ` })).toBe(
        'wrong_signature',
      );
      expect(await problemOf({ ...legacy(), allowLegacySignature: true, secret: OLD })).toBe(
        'wrong_signature',
      );
    });

    it('does not rescue a callback whose timestamped signature is wrong or too old', async () => {
      const callback = { ...signed(), allowLegacySignature: true };
      expect(await problemOf({ ...callback, now: () => SENT_AT + 301_000 })).toBe(
        'outside_tolerance',
      );
      const headers = { ...callback.headers, 'webhook-signature': 'v1,AAAA' };
      expect(await problemOf({ ...callback, headers })).toBe('wrong_signature');
    });
  });

  it.each(['', 'null', '[]', '"x"', '{', '{"type":"Invoice"}', '{"type":1,"event":"e","data":{}}'])(
    'rejects the signed body %j, which is not a callback',
    async (text) => {
      expect(await problemOf(signed(undefined, text))).toBe('unreadable_body');
    },
  );

  it('reports a missing secret or a parsed body', async () => {
    const { secret: _secret, ...callback } = signed();
    await expect(verifyCallback(callback)).rejects.toThrow('callback secret');
    await expect(verifyCallback({ ...callback, secret: '' })).rejects.toThrow('callback secret');
    await expect(
      verifyCallback({ ...signed(), body: payload as unknown as string }),
    ).rejects.toThrow('raw body');
  });
});
