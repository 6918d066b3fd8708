// Text output of `chaintill payments find`.
import { type AdaptersOf, moneyText, table } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { paymentsOperations } from './contract.ts';

export const paymentsAdapters: AdaptersOf<typeof paymentsOperations> = {
  'payments.find': {
    called: { project: '--project <project>' },
    example: '4f1c...',
    show: ({ verdict, findings, networks }) =>
      [
        `Answer  ${verdict}`,
        ...(findings.length === 0 ? [] : ['', table(findings.map(line))]),
        ...(networks.length === 0 ? [] : ['', table(networks)]),
      ].join('\n'),
  },
};

type Finding = OutputOf<(typeof paymentsOperations)['payments.find']>['findings'][number];

function line({ code, amount, network, object, confirmations, fee_level, paid_to }: Finding) {
  return {
    finding: code,
    amount: amount && moneyText(amount),
    network,
    object: object && `${object.type} ${object.id} (${object.status})`,
    confirmations: confirmations && `${confirmations.seen} of ${confirmations.required ?? '?'}`,
    fee_level,
    paid_to,
  };
}
