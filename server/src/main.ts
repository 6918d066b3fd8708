// Entry of the `chaintill` command. `serve` does not load the other commands, which lets PostgreSQL start sooner.
import { action } from './cli/run.ts';
import { serve } from './cli/serve.ts';

const [name, ...rest] = process.argv.slice(2);
if (name === 'serve' && rest.length === 0) await action(serve)();
else {
  const { program } = await import('./cli/program.ts');
  await program.parseAsync(process.argv);
}
