// The emulated rippled as a program, to try XRP with: `npx tsx server/test/support/rippled/run.ts <port> <seconds>`. It
// closes a ledger every so many seconds (0: only on request), and keeps nothing when it ends.
import { sleep } from '../../../src/core/clock.ts';
import { startEmulator } from './emulator.ts';

/** As on the XRP Ledger. */
const LEDGER_SECONDS = 4;

async function run(port: number, seconds: number): Promise<void> {
  const emulator = await startEmulator({ port });
  process.stdout.write(`an emulated rippled listens at ${emulator.url}\n`);
  while (seconds > 0) {
    await sleep(seconds * 1000);
    emulator.accept();
  }
}

const [, , port = '15005', seconds = `${LEDGER_SECONDS}`] = process.argv;
run(Number(port), Number(seconds)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
