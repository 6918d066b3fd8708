// Text output of `chaintill projects ...` and `keys ...`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import { plainAmount } from '../../cli/add-operation.ts';
import { fileInBase64 } from '../../cli/file-in-base64.ts';
import type { projectsOperations } from './contract.ts';

const YES_OR_NO = (name: string) => `--${name} <true|false>`;

export const projectsAdapters: AdaptersOf<typeof projectsOperations> = {
  'projects.create': {
    example: '"Corner shop"',
    show: ({ id, name }) => `Created project ${id} (${name})`,
  },
  'projects.list': { example: '--json' },
  'projects.show': { example: '"Corner shop"' },
  'projects.update': {
    called: {
      logo: '--logo <file>',
      strict_customers: YES_OR_NO('strict-customers'),
      sends_invoice_created: YES_OR_NO('sends-invoice-created'),
      sends_coin_deposits: YES_OR_NO('sends-coin-deposits'),
      mails_receipts: YES_OR_NO('mails-receipts'),
      takes_unknown_money: YES_OR_NO('takes-unknown-money'),
    },
    example:
      '0199... --resolution-overpaid refund --fees invoice=0.8,withdrawal:BTC=0.5 --unset merchant_contact',
    prepare: async (values) => ({
      ...values,
      logo: fileInBase64(values['logo']),
      fees: rowsOf(values['fees'], feeOf),
      minimum_deposits: rowsOf(values['minimum_deposits'], minimumOf),
    }),
  },
  'projects.settings': { example: '"Corner shop"' },
  'projects.set-settings': {
    called: { settings: 'json' },
    example: '0199... \'{"automaticResolution":{"overpaid":"refund"},"fees":{"invoice":"0.8"}}\'',
  },
  'keys.create': {
    called: { api_version: '--api-version <1|2>' },
    example: '0199... --api-version 2 --permissions read,write --json',
    show: ({ api_key, api_secret }) =>
      `API key     ${api_key}\nAPI secret  ${api_secret}   (shown once)`,
  },
  'keys.list': { example: '"Corner shop"' },
  'keys.revoke': { example: '0199... DjlHuWlApznJ7vrhPBL0fA', show: ({ key }) => `Revoked ${key}` },
};

/** Values in another format are passed on and rejected like any other invalid value. */
function rowsOf(items: unknown, rowOf: (left: string, right: string) => object): unknown {
  if (!Array.isArray(items)) return items;
  return items.map((item) => {
    const [left, right, ...more] = String(item).split('=');
    return left === undefined || right === undefined || more.length > 0 ? item : rowOf(left, right);
  });
}

/** `invoice=0.8`, or for one currency only: `withdrawal:BTC=0.5`. */
function feeOf(of: string, percent: string): object {
  const [operation, currency, ...more] = of.split(':');
  const plain = plainAmount('fees', percent);
  return more.length > 0
    ? { operation: of, percent: plain }
    : { operation, currency, percent: plain };
}

function minimumOf(coin: string, amount: string): object {
  return { coin, amount: plainAmount('minimum_deposits', amount) };
}
