// docs/statuses.md: the status tables as diagrams. Importing a noun's file is what makes its table known.
import '../src/channels/store-channels.ts';
import '../src/deposits/deposit.ts';
import '../src/invoices/store-invoices.ts';
import '../src/withdrawals/withdrawal.ts';
import '../src/payouts/payout.ts';
import '../src/payouts/transfer.ts';
import { allStatuses, type Statuses } from '../src/core/statuses.ts';
import { reasonText, WAIT_REASONS, type WaitReason } from '../src/withdrawals/reasons.ts';

export function statusesPage(): string {
  const tables = [...allStatuses()].sort((a, b) => (a.noun < b.noun ? -1 : 1));
  return `# Statuses

The status of an object tells you what can happen to it next. This page lists every status and every possible change for
invoices, channel payments, withdrawals (payouts) and subscriptions. Changes that are not listed cannot happen.

The tables are generated from the source code with \`npm run generate\`.

${tables.map(section).join('\n')}
${waitReasons()}`;
}

/** The reasons for which a payout waits, with their texts and public contexts. */
function waitReasons(): string {
  const rows = Object.entries(WAIT_REASONS).map(
    ([reason, context]) =>
      `| \`${reason}\` | ${reasonText(reason as WaitReason)} | \`${context}\` |`,
  );
  return `## Why a payout is not sent

Operators see the \`wait_reason\` of a payout that is waiting or failed, together with the message from the
network, the signer or a person, if there is one. Merchants see the \`status_context\` of a withdrawal that is pending or failed.

| \`wait_reason\` | Text | \`status_context\` |
|---|---|---|
${rows.join('\n')}
`;
}

function section({ noun, moves }: Statuses<string>): string {
  const [first] = Object.keys(moves);
  const lines = Object.entries(moves).flatMap(([from, list]) =>
    list.length === 0 ? [`  ${from} --> [*]`] : list.map((to) => `  ${from} --> ${to}`),
  );
  return `## ${noun[0]?.toUpperCase()}${noun.slice(1)}

\`\`\`mermaid
stateDiagram-v2
  [*] --> ${first}
${lines.join('\n')}
\`\`\`
`;
}
