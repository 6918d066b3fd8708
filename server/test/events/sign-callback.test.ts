// Guarantees of callback signatures: the published vectors of both dialects, and verification during a rotation.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCallback, standardWebhooksSecret } from '../../src/events/sign-callback.ts';

const OLD = 'KN8weStbVNpr-ecRgChlD7wEQGG3BdCX-vxlvRZx2kk';
const NEW = 'hzeRDX54BYleXGwGm2YEWR4Ony1_ZU2lSTpAuxhW1gQ';
const callback = {
  id: '0190d3c7-aaaa-7bbb-8ccc-0123456789ab',
  sentAt: 1_731_705_121_999,
  body: '{"a":"é"}',
};

describe('signCallback', () => {
  it.each([
    [
      NEW,
      '{"type":"Invoice","event":"status_changed","data":{"id":"ff48eeba-ab18-4088-96bc-4be10a82b994","status":"completed","status_context":null,"address":"rs9pE6CnNLE8YiTgTwbAk1AkFyS3opsm7K?dt=701","price_amount":"1.0","price_currency":"EUR","pay_amount":"3.113326","pay_currency":"XRP","paid_amount":"3.113326","exchange":{"pair":"XRPEUR","rate":"0.3212"},"transactions":[{"txid":"3EA591FED2F1F61263CB66AAC6BCF520B0714A08F2481D56DE267F31E0C782B9","risk":null}],"name":null,"description":null,"metadata":null,"custom_id":null,"success_redirect_url":null,"created_at":"2019-04-09T15:22:09+00:00","expires_at":"2019-04-09T15:32:09+00:00"}}',
      '7c021857107203da4af1d24007bb0f752e2f04478e5e5bff83719101f2349b54',
    ],
    [
      'gkgkGG6834KJC7JJks7Df3-8JJFeiv72H53DFggg3',
      '{"amount":"4","price":"2.0","item":"jeans"}',
      '93ab032f2eeefbbd3205b25ce7062b0fef8b96c1c83f6dfd8bd85acd4983f4f7',
    ],
  ])('creates the published X-Cryptopay-Signature for secret %s', (current, body, expected) => {
    const headers = signCallback({ ...callback, body }, { current, previous: null });
    expect(headers['X-Cryptopay-Signature']).toBe(expected);
  });

  it('creates the published signature of the Standard Webhooks scheme', () => {
    // https://docs.svix.com/receiving/verifying-payloads/how-manual
    const headers = signCallback(
      {
        id: 'msg_loFOjxBNrRLzqYUf',
        sentAt: 1_731_705_121_000,
        body: '{"event_type":"ping","data":{"success":true}}',
      },
      { current: 'whsec_plJ3nmyCDGBKInavdOK15jsl', previous: null },
    );
    expect(headers).toMatchObject({
      'webhook-id': 'msg_loFOjxBNrRLzqYUf',
      'webhook-timestamp': '1731705121',
      'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    });
  });

  it('uses the text of a secret as the key of both dialects', () => {
    const headers = signCallback(callback, { current: NEW, previous: null });
    const hmac = (text: string) => createHmac('sha256', NEW).update(text);
    expect(headers['X-Cryptopay-Signature']).toBe(hmac(callback.body).digest('hex'));
    expect(headers['webhook-signature']).toBe(
      `v1,${hmac(`${callback.id}.1731705121.${callback.body}`).digest('base64')}`,
    );
  });

  it('a secret in its whsec_ spelling makes the same signatures', () => {
    const spelled = standardWebhooksSecret(NEW);
    expect(spelled).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    expect(signCallback(callback, { current: spelled, previous: null })).toEqual(
      signCallback(callback, { current: NEW, previous: null }),
    );
  });

  it('during a rotation webhook-signature satisfies a receiver with either secret, newest first', () => {
    const alone = (current: string) =>
      signCallback(callback, { current, previous: null })['webhook-signature'];
    const both = signCallback(callback, { current: NEW, previous: OLD })['webhook-signature'];
    expect(both).toBe(`${alone(NEW)} ${alone(OLD)}`);
  });

  it('during a rotation, the legacy signature uses the old secret', () => {
    const legacy = (secrets: { current: string; previous: string | null }) =>
      signCallback(callback, secrets)['X-Cryptopay-Signature'];
    expect(legacy({ current: NEW, previous: OLD })).toBe(legacy({ current: OLD, previous: null }));
    expect(legacy({ current: NEW, previous: null })).not.toBe(
      legacy({ current: OLD, previous: null }),
    );
  });

  it('a later attempt has another timestamp and signature, and the same id', () => {
    const first = signCallback(callback, { current: NEW, previous: null });
    const later = signCallback(
      { ...callback, sentAt: callback.sentAt + 30_000 },
      { current: NEW, previous: null },
    );
    expect(later['webhook-id']).toBe(first['webhook-id']);
    expect(later['webhook-timestamp']).toBe('1731705151');
    expect(later['webhook-signature']).not.toBe(first['webhook-signature']);
  });

  it('rejects an id that would make the signed text ambiguous', () => {
    const sign = () => signCallback({ ...callback, id: 'a.1' }, { current: NEW, previous: null });
    expect(sign).toThrow('no dot');
  });
});
