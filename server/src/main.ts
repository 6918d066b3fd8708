// Entry of the `chaintill` command.
import { program } from './cli/program.ts';

await program.parseAsync(process.argv);
