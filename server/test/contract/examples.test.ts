// Guarantees of the examples in the documentation: the API accepts and returns them.
import { readdirSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { objectExamples } from '../../src/contract/examples.ts';
import { readFields } from '../../src/contract/fields.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { parseJson } from '../../src/contract/parse-json.ts';
import { type RequestExample, requestExamples } from '../../src/contract/request-examples.ts';
import {
  exampleStringToSign,
  signingExample,
  signingSteps,
} from '../../src/contract/signing-example.ts';
import { defined } from '../../src/core/assert.ts';
import type { ErrorDetail } from '../../src/core/errors.ts';
import { amountOf, decimal, formatAmount } from '../../src/core/money.ts';
import {
  priceChannelPayment,
  priceInvoice,
  priceRefund,
  recalculateInvoice,
} from '../../src/core/pricing/payment.ts';
import {
  parseAuthorization,
  parseRequestDate,
  sign,
  stringToSign,
} from '../../src/http/signature.ts';

const folder = new URL('../../src/contract/objects/', import.meta.url);
const files = readdirSync(folder).map((name) => new URL(name, folder).href);
const modules: object[] = await Promise.all(files.map((file) => import(file)));
const schemas: ReadonlyMap<string, TSchema> = new Map(modules.flatMap((m) => Object.entries(m)));
const examples: Readonly<Record<string, RequestExample>> = requestExamples;

describe.each(Object.values(operations) as Operation[])('$id', (operation) => {
  test('accepts its example', () => {
    const example = examples[operation.id] ?? {};
    const problems: ErrorDetail[] = [];
    for (const place of ['params', 'query', 'body'] as const) {
      // As a client sends it: numbers keep their digits.
      const given = parseJson(JSON.stringify(example[place] ?? {})) as Record<string, unknown>;
      readFields(operation[place], given, { problems, prefix: '' });
      expect(Object.keys(operation[place])).toEqual(expect.arrayContaining(Object.keys(given)));
    }
    expect(problems).toEqual([]);
  });
});

test.each(Object.entries(objectExamples))('%s matches its schema', (name, example) => {
  const schema = schemas.get(name === 'Coin' ? 'CoinInfo' : name);
  expect([...Value.Errors(defined(schema, 'an object of the API'), example)]).toEqual([]);
});

describe('the amounts of the examples are the actual charges', () => {
  const EUR = { code: 'EUR', scale: 2, precision: 2, kind: 'fiat' } as const;
  const BTC = { code: 'BTC', scale: 8, precision: 8, kind: 'coin' } as const;
  const feePercent = decimal('1');
  const rate = decimal('28436.0');
  const eur = (amount: bigint) => formatAmount(amount, EUR);
  const btc = (amount: bigint) => formatAmount(amount, BTC);

  test('invoice', () => {
    const price = amountOf('50.0', EUR);
    const terms = { price, priceCurrency: EUR, payCurrency: BTC, payPrecision: 6 };
    const { payAmount, fee, credit } = priceInvoice({ ...terms, rate, feePercent });
    expect(objectExamples['Invoice']).toMatchObject({ pay_amount: btc(payAmount), fee: eur(fee) });
    expect(objectExamples['Transaction']).toMatchObject({ amount: eur(credit), fee: eur(fee) });
  });

  test('channel payment', () => {
    const paid = amountOf('0.001', BTC);
    const terms = { paid, payCurrency: BTC, receiverCurrency: EUR };
    const { received, fee } = priceChannelPayment({ ...terms, rate, feePercent });
    expect(objectExamples['ChannelPayment']).toMatchObject({
      paid_amount: btc(paid),
      received_amount: eur(received),
      fee: eur(fee),
    });
  });

  test('recalculation and refund', () => {
    const paid = amountOf('0.0015', BTC);
    const terms = { paid, payCurrency: BTC, priceCurrency: EUR };
    const { price, fee } = recalculateInvoice({ ...terms, rate, feePercent });
    expect(objectExamples['InvoiceRecalculation']).toMatchObject({
      pay_amount: btc(paid),
      price_amount: eur(price),
      fee: eur(fee),
    });
    const refund = priceRefund({ paid, kept: 0n, coin: BTC, feePercent });
    expect(objectExamples['InvoiceRefund']).toMatchObject({
      amount: btc(refund.amount),
      fee: btc(refund.fee),
    });
  });
});

describe('the worked example of a signature', () => {
  const { apiKey, apiSecret, signature, body } = signingExample;

  test('has the values that the server computes', () => {
    const text = stringToSign({ ...signingExample, body: Buffer.from(body) });
    expect(text).toBe(exampleStringToSign);
    expect(sign(apiSecret, text)).toBe(signature);
    expect(parseAuthorization(`HMAC ${apiKey}:${signature}`)).toEqual({ key: apiKey, signature });
  });

  test('shows dates that the server accepts', () => {
    const dates = signingSteps.flatMap((step) => [...step.matchAll(/`([^`]*2026[^`]*)`/g)]);
    expect(dates.length).toBe(2);
    const times = dates.map(([, date]) => parseRequestDate(date ?? ''));
    expect(times).toEqual([Date.UTC(2026, 10, 21, 2, 30), Date.UTC(2026, 10, 21, 2, 30)]);
  });
});
