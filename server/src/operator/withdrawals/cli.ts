// Text output of `chaintill withdrawals ...`: payouts, whether they were broadcast, and people's decisions about them.
import { type AdaptersOf, cellText, pageText, table } from '../../cli/adapter.ts';
import { readSecret } from '../../cli/read-secret.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { Values } from '../perform.ts';
import type { withdrawalsOperations } from './contract.ts';

type Operations = typeof withdrawalsOperations;
type Shown = OutputOf<Operations['withdrawals.show']>;
type Waiting = Pick<
  OutputOf<Operations['withdrawals.list']>['rows'][number],
  'address' | 'tag' | 'wait_code' | 'wait_message' | 'wait_detail' | 'wait_subject' | 'wait_facts'
>;
type Released = OutputOf<Operations['withdrawals.release']>;

const CODE_HELP = 'The command prompts for the code, or reads it from standard input.';
const SENDING = 'it is sent when the node accepts it';

export const withdrawalsAdapters: AdaptersOf<Operations> = {
  'withdrawals.list': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    example: '--status on_hold',
    show: (page) => pageText(page, withTag),
  },
  'withdrawals.show': { example: '0199...', show: shownText },
  'withdrawals.dry-run': {
    files: ['withdrawals'],
    example: '"Corner shop" payroll.json',
    show({ rows, charged }) {
      const lines = rows.map(({ problems, sends, charged: debit, decision }, n) => ({
        row: n + 1,
        sends: moneyText(sends),
        charged: moneyText(debit),
        policy: decision === null ? null : `${decision.outcome} (${decision.rule})`,
        problems: problems.map(({ target, message }) => `${target} ${message}`).join('; '),
      }));
      const sum = charged.map(moneyText).join(', ');
      return `${table(lines)}\n\nTotal charged: ${sum === '' ? 'nothing' : sum}`;
    },
  },
  'withdrawals.read-destination': {
    arguments: ['text'],
    called: { project: '--project <project>' },
    example: 'bc1q... --project 0199...',
    show({ amount, coins }) {
      const lines = coins.map(({ tag_name: _name, minutes, ...coin }) => ({
        ...coin,
        minutes: `${minutes.slow} / ${minutes.average} / ${minutes.fast}`,
      }));
      const paid = amount === null ? '' : `\n\nAmount  ${amount}`;
      return coins.length === 0 ? 'No coin has this address' : `${table(lines)}${paid}`;
    },
  },
  'withdrawals.release': { example: '0199...', show: releasedText },
  'withdrawals.cancel': {
    example: '0199... --reason "the customer asked for it"',
    show: ({ id }) => `Cancelled ${id}. The account was credited in full`,
  },
  'withdrawals.cancel-by-replacement': {
    example: '0199... --reason "the node refuses it as dust"',
    show({ id, txid }) {
      const end = txid === null ? 'its transaction has expired' : `${txid} is final`;
      return `Cancelling ${id}. Once ${end}, it is cancelled and the account is credited in full`;
    },
  },
  'withdrawals.retry': {
    example: '0199...',
    show: ({ id }) => `${id} is pending again: ${SENDING}`,
  },
  'withdrawals.approve': {
    called: { approver: '--as <name>' },
    help: CODE_HELP,
    example: '0199... --as "Ada Byron"',
    async prepare(values, terminal) {
      const { withdrawal_id } = values;
      const { price } = await terminal.call('withdrawals.show', { withdrawal_id });
      if (price?.state === 'expired' || price?.state === 'rate_unavailable')
        terminal.say(price.text);
      return withCode(values);
    },
    show: ({ id, given, needed, released }) =>
      released === null ? `Approved ${id}: ${given} of ${needed}` : releasedText(released),
  },
  'withdrawals.reject': {
    called: { approver: '--as <name>' },
    help: CODE_HELP,
    example: '0199... --as "Ada Byron" --reason "not ours"',
    async prepare(values, { call }) {
      await call('withdrawals.show', { withdrawal_id: values['withdrawal_id'] });
      return withCode(values);
    },
    show: ({ id }) => `Rejected ${id}. The account was credited in full`,
  },
};

function moneyText(money: { amount: string; currency: string } | null): string | null {
  return money === null ? null : `${money.amount} ${money.currency}`;
}

/** Prompted for only when there is something to decide. */
async function withCode(values: Values): Promise<Values> {
  return { ...values, code: await readSecret(`Code of ${values['approver']}`) };
}

/** `waits_for` contains it as a sentence. */
function withTag<Row extends Waiting>({ tag, ...whole }: Row) {
  const {
    wait_code: _,
    wait_message: _said,
    wait_detail: _detail,
    wait_subject: _about,
    wait_facts: _facts,
    ...row
  } = whole;
  return { ...row, address: tag === null ? row.address : `${row.address} tag ${tag}` };
}

function shownText(withdrawal: Shown): string {
  const { people, sent, was_sent: _, attempts, price, ...summary } = withdrawal;
  const facts = { ...withTag(summary), ...(price !== null && { price: price.text }) };
  const lines = Object.entries(facts).map(
    ([name, value]) => `${name.padEnd(14)} ${cellText(value)}`,
  );
  const decided = people.length === 0 ? [] : ['', table(people)];
  return [...lines, ...decided, '', `Broadcast      ${sent}`, '', table(attempts)].join('\n');
}

/** Shows both values if it was repriced. */
function releasedText(outcome: Released): string {
  const { id, repriced, price, cancelled_because: why } = outcome;
  if (!outcome.released) {
    const cancelled = `Cancelled ${id}: ${why}. The account was credited in full`;
    return price?.state === 'expired' ? `${price.text}\n${cancelled}` : cancelled;
  }
  const released = `Released ${id}: ${SENDING}`;
  if (repriced === null) return released;
  const { charged, rate, was, was_rate } = repriced;
  const now = `${charged.amount} ${charged.currency} at ${rate}`;
  return `${released}\nCharged ${now} instead of ${was.amount} at ${was_rate}`;
}
