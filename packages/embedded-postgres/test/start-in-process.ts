// A separate process with an embedded PostgreSQL, for tests with several processes: `node --import tsx
// start-in-process.ts FOLDER`. Prints one line of JSON when connected; stops the server and exits when its input ends.
import { startEmbeddedPostgres } from '../src/embedded-postgres.ts';
import { CONTENTS, silent } from './support.ts';

const folder = process.argv[2] ?? '';
const server = await startEmbeddedPostgres({ ...CONTENTS, folder, log: silent, durable: false });
const { connection, wasRunning } = server;
process.stdout.write(`${JSON.stringify({ connection, wasRunning })}\n`);
process.stdin.resume();
process.stdin.once('end', () => void server.stop());
