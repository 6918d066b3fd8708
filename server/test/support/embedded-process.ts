// A process of its own with an embedded PostgreSQL, for the tests of what happens between processes:
// `node --import tsx embedded-process.ts FOLDER`. Prints one line of JSON when connected, stops the server
// and ends when its input ends.
import { createLog } from '../../src/core/log.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded.ts';

const folder = process.argv[2] ?? '';
const server = await startEmbeddedPostgres({ folder, log: createLog('silent'), durable: false });
const { owner, wasRunning } = server;
process.stdout.write(`${JSON.stringify({ owner, wasRunning, uid: process.getuid?.() })}\n`);
process.stdin.resume();
process.stdin.once('end', () => void server.stop());
