// docs/statuses.md: the status tables as diagrams. Importing a noun's file is what makes its table known.
import '../src/channels/channel.ts';
import '../src/deposits/deposit.ts';
import '../src/invoices/invoice.ts';
import '../src/withdrawals/withdrawal.ts';
import '../src/treasury/transfer.ts';
import { allStatuses, type Statuses } from '../src/core/statuses.ts';

export function statusesPage(): string {
  const tables = [...allStatuses()].sort((a, b) => (a.noun < b.noun ? -1 : 1));
  return `# Statuses

Generated from the tables in \`server/src\` by \`npm run generate\`. A move that is not drawn here does not
exist: the stores refuse it.

${tables.map(section).join('\n')}`;
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
