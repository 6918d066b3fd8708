// Text output of `chaintill deposits unmatched|preview|history|decided|contested|credit|refund|attach`.
import { type AdaptersOf, moneyText, pageText, table } from '../../cli/adapter.ts';
import type { depositsOperations } from './contract.ts';

export const depositsAdapters: AdaptersOf<typeof depositsOperations> = {
  'deposits.unmatched': {
    arguments: ['project'],
    called: { reason: '--reason <reason>' },
    show: (page) =>
      pageText(page, ({ reason, ...row }) => ({
        ...row,
        came_to: ownerText(row.came_to) ?? 'nobody',
      })),
  },
  'deposits.preview': {
    example: '0199...',
    show: ({ amount, credit, network_fee, received }) =>
      [
        `Amount       ${moneyText(amount)}`,
        `Credited     ${credit === null ? 'to a project that you choose' : moneyText(credit.credited)}`,
        `Fee of that  ${credit === null ? 'of that project' : moneyText(credit.fee)}`,
        `Sent back    ${received === null ? 'not possible now' : moneyText(received)}`,
        `Network fee  ${network_fee === null ? 'not known now' : moneyText(network_fee)}`,
      ].join('\n'),
  },
  'deposits.history': { example: '0199...' },
  'deposits.resolutions': {
    arguments: ['project'],
    example: '--from 2026-11-01',
    show: (page) => pageText(page, ({ cancel_code: _, ...row }) => row),
  },
  'deposits.contested': {
    show: (page) => pageText(page, (row) => ({ ...row, owner: ownerText(row.owner) })),
  },
  'deposits.unknown-tokens': {
    show: ({ arrivals, omitted }) =>
      [
        table(arrivals),
        ...omitted.map(
          ({ coin, day, arrivals: more }) => `${day} ${coin}: ${more} more not recorded`,
        ),
      ].join('\n'),
  },
  'deposits.credit': {
    example: '0199... 0199... --reason "paid twice, kept as credit"',
    show: ({ credited, project_id }) => `Credited ${moneyText(credited)} to ${project_id}`,
  },
  'deposits.refund': {
    arguments: ['deposit_id'],
    called: { to: '--to <address>', project: '--project <project>' },
    example: '0199... --to tltc1qw508... --reason "paid twice"',
    show: ({ withdrawal_id, withdrawal_status }) =>
      `Refunded by withdrawal ${withdrawal_id}, status ${withdrawal_status}`,
  },
  'deposits.attach': {
    example: '0199... 0199... --reason "the tag was left out"',
    show: ({ attached, owner }) => `Matched ${moneyText(attached)} to the ${ownerText(owner)}`,
  },
};

function ownerText(owner: { type: string; id: string } | null): string | null {
  return owner === null ? null : `${owner.type} ${owner.id}`;
}
