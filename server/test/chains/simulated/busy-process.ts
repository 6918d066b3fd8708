// A process that works on a simulated chain until it is killed (sharing.test.ts). It prints each txid after the
// payment, mines every third payment, and reorganizes at every ninth.
import { mine } from '../../../src/chains/simulated/mine.ts';
import { pay } from '../../../src/chains/simulated/pay.ts';
import { reorganise } from '../../../src/chains/simulated/reorganise.ts';
import { createLog } from '../../../src/core/log.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { type CoinCode, coinCodes, simulationOn } from './simulation-on.ts';

const [url = '', wanted = ''] = process.argv.slice(2);
const code: CoinCode = coinCodes.find((name) => name === wanted) ?? 'LTC';
const db = openDatabase({ connectionString: url }, createLog('silent'));
const simulation = simulationOn(db, code);

for (let round = 1; ; round++) {
  const outputs = [{ address: simulation.address(1), amount: 1000n }];
  const txid = await pay(simulation, { outputs });
  process.stdout.write(`${txid}\n`);
  if (round % 3 === 0) await mine(simulation);
  if (round % 9 === 0) await reorganise(simulation, { depth: 2 });
}
