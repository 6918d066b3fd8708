// docs/configuration.md: the table of environment variables, from core/config/variables.ts.
import { variables } from '../src/coins/read-config.ts';

export function configurationPage(): string {
  const rows = variables.map(
    ({ name, fallback = '', meaning, isSecret }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning}${isSecret ? '. Secret: never printed' : ''} |`,
  );
  return `# Configuration

Set these environment variables to configure Chaintill. Without any of them, it starts in sandbox mode. Invalid values
are reported all at once, each with the name of its variable, before anything starts.

This page is generated from \`server/src/core/config/variables.ts\` by \`npm run generate\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}
