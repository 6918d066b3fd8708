import { join } from 'node:path';
import { readFileSync, readdirSync } from 'node:fs';
import { changeSettings } from '../server/src/chains/simulated/simulation.ts';
import { adjustAccount } from '../server/src/transactions/adjust.ts';
import { networkFeesWorker } from '../server/src/withdrawals/refresh-fees.ts';
import { createAccount, openFixture, ageLog } from './fixture.ts';
import { startService } from './service.ts';
import { measureLoad, measureLimit } from './load/measure.ts';
function cpu() {
  const procs = new Map<number, { ppid: number; t: number; cmd: string }>();
  for (const p of readdirSync('/proc')) { if (!/^\d+$/.test(p)) continue; try { const s = readFileSync(`/proc/${p}/stat`, 'utf8'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); procs.set(+p, { ppid: +f[1]!, t: (+f[11]! + +f[12]!) * 10, cmd: readFileSync(`/proc/${p}/cmdline`, 'utf8').replace(/\0/g, ' ') }); } catch {} }
  const mine = (p: number): boolean => p === process.pid || (procs.has(p) && procs.get(p)!.ppid > 1 && mine(procs.get(p)!.ppid));
  const out: Record<string, number> = { service: 0, postgres: 0, generator: 0 };
  for (const [p, { t, cmd }] of procs) if (mine(p)) { const k = cmd.includes('chaintill.js') ? 'service' : /^postgres:|bin\/postgres/.test(cmd) ? 'postgres' : cmd.includes('generate') ? 'generator' : 'other'; out[k] = (out[k] ?? 0) + t; }
  return out;
}
const fixture = await openFixture({});
await networkFeesWorker.run(fixture.assembled.app);
await ageLog(fixture);
const WISH = { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '20', force_commit: true };
const PROJECTS = (process.env.PROJECTS ?? '1').split(',').map(Number);
const CALLERS = Number(process.env.CALLERS ?? 32), COUNT = Number(process.env.COUNT ?? 4000);
for (const projects of PROJECTS) {
  const accounts = [];
  for (let n = 0; n < projects; n++) { const a = await createAccount(fixture); await adjustAccount(fixture.assembled.app, { projectId: a.project.id, currency: 'EUR', amount: 10n ** 15n, reason: 'bench' }); accounts.push(a); }
  await changeSettings(fixture.assembled.simulations!.get('BTC')!, { nodeIsDown: false });
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  await new Promise((r) => setTimeout(r, 4000));
  await changeSettings(fixture.assembled.simulations!.get('BTC')!, { nodeIsDown: true });
  const load = (count: number, prefix: string) => ({ accounts, target: '/api/coin_withdrawals', body: JSON.stringify({ custom_id: 'payout-#', ...WISH }), callers: CALLERS, sizes: { count, warmUp: 0 }, prefix });
  await measureLoad({ ...load(COUNT, `warm${projects}`), port: service.port });
  for (let run = 0; run < 2; run++) {
    const before = cpu(); const t = performance.now();
    const r: any = await measureLoad({ ...load(COUNT, `m${projects}-${run}`), port: service.port });
    const after = cpu(); const wall = performance.now() - t;
    const per = (k: string) => ((after[k]! - before[k]!) / COUNT).toFixed(3);
    const l: any = process.env.LIMIT ? await measureLimit(load(COUNT, 'l'), r.answer) : { perSecond: NaN };
    console.log(`${projects} projects ${CALLERS} callers`, r.perSecond.toFixed(0) + '/s p50', r.p50.toFixed(1), 'p99', r.p99.toFixed(1), 'CPU ms each: service', per('service'), 'postgres', per('postgres'), 'share', (r.perSecond / l.perSecond).toFixed(3), 'wall', wall.toFixed(0));
  }
  await service.stop();
}
await fixture.close();
