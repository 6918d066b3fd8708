// Text output of `chaintill terminals …`.
import { type AdaptersOf, moneyText } from '../../cli/adapter.ts';
import { fileInBase64 } from '../../cli/file-in-base64.ts';
import { readSecret } from '../../cli/read-secret.ts';
import type { terminalsOperations } from './contract.ts';

export const terminalsAdapters: AdaptersOf<typeof terminalsOperations> = {
  'terminals.list': { example: '"Corner shop"' },
  'terminals.show': { example: '0199... 0199...' },
  'terminals.create': {
    example: '0199... "Counter 1" EUR --keypad --tip-percents 5,10',
    show: ({ id, url }) => `Created ${id}\n${url}`,
  },
  'terminals.change': {
    example: '0199... 0199... "Counter 1" --keypad --tax-percent 19',
    show: ({ id }) => `Changed ${id}`,
  },
  'terminals.switch': {
    example: '0199... 0199... false',
    show: ({ id, active }) => `Switched ${active ? 'on' : 'off'} ${id}`,
  },
  'terminals.save-item': {
    called: { picture: '--picture <file>' },
    example: '0199... 0199... Espresso --price-amount 2.50 --picture espresso.jpg',
    prepare: async (values) => ({ ...values, picture: fileInBase64(values['picture']) }),
    show: ({ id }) => `Saved ${id}`,
  },
  'terminals.save-staff': {
    example: '0199... 0199... Ada --may-close',
    prepare: async (values) => {
      const pin = await readSecret('PIN (empty: keep it)');
      return pin === '' ? values : { ...values, pin };
    },
    show: ({ id }) => `Saved ${id}`,
  },
  'terminals.sales': { example: '0199... 0199...' },
  'terminals.totals': {
    example: '0199... 0199...',
    show: ({ totals }) => (totals === null ? 'Nothing to close' : moneyText(totals.total)),
  },
  'terminals.close': {
    example: '0199... 0199...',
    show: ({ number, totals }) =>
      totals === null ? 'Nothing to close' : `Close ${number}: ${moneyText(totals.total)}`,
  },
  'terminals.closes': { example: '0199... 0199...' },
};
