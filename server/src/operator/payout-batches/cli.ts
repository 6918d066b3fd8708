// Text output of `chaintill payout-batches ...`.
import { type AdaptersOf, moneyText, pageText, table } from '../../cli/adapter.ts';
import { readSecret } from '../../cli/read-secret.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { csvLine } from '../../core/csv.ts';
import { csvRows } from '../../core/read-csv.ts';
import { terminalLine } from '../../core/terminal-text.ts';
import type { payoutBatchesOperations } from './contract.ts';

type Operations = typeof payoutBatchesOperations;
type Batch = OutputOf<Operations['payout-batches.create']>;

const called = { project: '--project <project>' } as const;

export const payoutBatchesAdapters: AdaptersOf<Operations> = {
  'payout-batches.create': {
    arguments: ['file'],
    files: ['file'],
    called: { ...called, pays_again: '--pays-again' },
    example: 'salaries.csv --project 0199...',
    show: (batch) => `${lineOf(batch)}\nIt is being checked. Show it, then send it`,
  },
  'payout-batches.list': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    show: (page) => pageText(page, ({ project_id: _project, ...batch }) => batch),
  },
  'payout-batches.show': {
    arguments: ['batch_id'],
    called,
    example: '0199... --project 0199...',
    show({ results, held, approvals_given, approvals_needed, wait_code, network_fees, ...batch }) {
      const lines = results.map(({ status, count, charged }) => ({
        status,
        count,
        charged: charged.map(moneyText).join(', '),
      }));
      const approvals = `\nOn hold: ${held} (approvals: ${approvals_given} of ${approvals_needed})`;
      const waits = wait_code === null ? '' : `\nWaits: ${wait_code}`;
      const saving = network_fees.filter(({ saved_percent: saved }) => saved > 0);
      const fees = saving.map(
        ({ shared, alone, saved_percent: saved, is_estimated }) =>
          `\nNetwork fees: ${is_estimated ? 'about ' : ''}${moneyText(shared)} in shared transactions, ` +
          `${moneyText(alone)} in separate ones (${saved}% saved)`,
      );
      return `${lineOf(batch)}\n\n${table(lines)}${held > 0 ? approvals : ''}${waits}${fees.join('')}`;
    },
  },
  'payout-batches.rows': {
    arguments: ['batch_id'],
    called: { ...called, status: '--status <status>' },
    example: '0199... --project 0199... --status refused',
    show: (page) =>
      pageText(page, ({ problems, is_held: _held, ...row }) => ({
        ...row,
        problems: problems.map(({ target, message }) => `${target} ${message}`).join('; '),
      })),
  },
  'payout-batches.report': {
    arguments: ['batch_id'],
    called,
    example: '0199... --project 0199... > report.csv',
    isFile: true,
    show: ({ csv }) => linesOf(csv),
  },
  'payout-batches.send': {
    arguments: ['batch_id'],
    called,
    example: '0199... --project 0199...',
    show: lineOf,
  },
  'payout-batches.approve': {
    arguments: ['batch_id'],
    called: { ...called, approver: '--as <name>' },
    example: '0199... --project 0199... --as Ada',
    help: 'The command prompts for the code, or reads it from standard input.',
    async prepare(values) {
      return { ...values, code: await readSecret(`Code of ${values['approver']}`) };
    },
    show: lineOf,
  },
  'payout-batches.cancel': {
    arguments: ['batch_id'],
    called,
    example: '0199... --project 0199...',
    show: lineOf,
  },
};

/** A cell stays in its line. */
function linesOf(csv: string): string {
  const lines = [...csvRows(csv)].map(({ cells }) => csvLine(cells.map(terminalLine)));
  return lines.join('').trimEnd();
}

function lineOf({ id, name, status, row_count: rows, charged }: Batch): string {
  const sum = charged === null ? '' : `, ${charged.map(moneyText).join(', ') || 'nothing'} charged`;
  return `${id}  ${name}: ${status}, ${rows} rows${sum}`;
}
