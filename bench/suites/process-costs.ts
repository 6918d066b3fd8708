// What each request of a load costs: processor time of the processes, of PostgreSQL, of the proxy and of the load
// generator, and transactions. Used by processes.ts.
import type { Fixture } from '../fixture.ts';
import type { LoadReport } from '../load/generate.ts';
import type { Load } from '../load/measure.ts';
import { processorSecondsOf, processorSecondsOfPostgres } from '../processor-time.ts';
import type { Service } from '../service.ts';

/** Microseconds of processor time for each request, and its share of the committed transactions. */
export interface Costs {
  readonly services: number;
  readonly postgres: number;
  readonly proxy: number;
  readonly load: number;
  readonly commits: number;
}

export interface CaseReport extends LoadReport, Costs {}

interface Measured {
  readonly services: readonly Service[];
  readonly proxyPid: number | null;
  readonly count: number;
}

const MICROSECONDS = 1e6;

/** From the end of the warm-up to the last response. */
export async function measureCosts(
  { owner, folder }: Fixture,
  { services, proxyPid, count }: Measured,
  measure: (around: NonNullable<Load['around']>) => Promise<LoadReport>,
): Promise<CaseReport> {
  const read = async (generatorPid: number): Promise<Costs> => {
    const [row] = await owner.query<{ n: number }>(
      'select sum(xact_commit)::int as n from pg_stat_database where datname = current_database()',
    );
    return {
      services: services.reduce((sum, service) => sum + service.processorSeconds(), 0),
      postgres: processorSecondsOfPostgres(folder),
      proxy: proxyPid === null ? 0 : processorSecondsOf(proxyPid),
      load: processorSecondsOf(generatorPid),
      commits: row?.n ?? 0,
    };
  };
  const reads: Costs[] = [];
  const note = async (generatorPid: number) => void reads.push(await read(generatorPid));
  const report = await measure({ before: note, after: note });
  const [before, after] = reads;
  const of = (name: keyof Costs) => ((after?.[name] ?? 0) - (before?.[name] ?? 0)) / count;
  return {
    ...report,
    services: of('services') * MICROSECONDS,
    postgres: of('postgres') * MICROSECONDS,
    proxy: of('proxy') * MICROSECONDS,
    load: of('load') * MICROSECONDS,
    commits: of('commits'),
  };
}
