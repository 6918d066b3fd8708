// docs/configuration.md: the table of environment variables, from core/config/variables.ts.
import { variables } from '../src/coins/read-config.ts';

export function configurationPage(): string {
  const rows = variables.map(
    ({ name, fallback, meaning, isSecret }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning}${isSecret ? '. Secret: never printed' : ''} |`,
  );
  return `# Configuration

Generated from \`server/src/core/config/variables.ts\` by \`npm run generate\`. Every setting is an environment
variable; without any the server starts in sandbox mode. All problems are reported at once, each with the
name of its variable, before anything starts.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}
