// docs/statuses.md: the status tables as diagrams. Importing a noun's file is what makes its table known.
import '../src/channels/channel.ts';
import '../src/deposits/deposit.ts';
import '../src/invoices/invoice.ts';
import '../src/withdrawals/withdrawal.ts';
import '../src/payouts/payout.ts';
import '../src/payouts/send/transfer.ts';
import { allStatuses, type Statuses } from '../src/core/statuses.ts';
import { WAIT_REASONS } from '../src/withdrawals/wait-reasons.ts';

export function statusesPage(): string {
  const tables = [...allStatuses()].sort((a, b) => (a.noun < b.noun ? -1 : 1));
  return `# Statuses

Generated from the tables in \`server/src\` by \`npm run generate\`. A move that is not drawn here does not
exist: the stores refuse it.

${tables.map(section).join('\n')}
${waitReasons()}`;
}

/** What a payout waits for: values of a list, with what a person and a program read of each. */
function waitReasons(): string {
  const rows = Object.entries(WAIT_REASONS).map(
    ([reason, { text, context }]) => `| \`${reason}\` | ${text} | \`${context}\` |`,
  );
  return `## Why a payout is not sent

One that is waiting or failed has one of these as its \`wait_reason\`, or none. What the network, the signer or a person
said of it is kept beside it and shown after the words. The merchant reads the \`status_context\` at a withdrawal that is
pending or failed.

| \`wait_reason\` | Words | \`status_context\` |
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
