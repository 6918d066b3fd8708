// Evaluates the shipped rules on a recording with promtool.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promtool } from '../support/prometheus.ts';
import { root } from '../tidy/files.ts';
import type { Recording } from './recording.ts';

export const RULES = join(root, 'deploy/prometheus/chaintill.rules.yml');

/** The alerts that fired at any time, each as its name and its labels. */
export async function firingIn(recording: Recording, minutesApart: number): Promise<string[]> {
  const series = recording.seriesFor(readFileSync(RULES, 'utf8'));
  const minutes = (recording.samples - 1) * minutesApart;
  const fired = `count by (alertname, task, coin, kind, queue, currency) (
    count_over_time(ALERTS{alertstate="firing"}[${minutes + 1}m]))`;
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-firing-'));
  const file = join(folder, 'rules.test.yml');
  const tests = [
    {
      interval: `${minutesApart}m`,
      input_series: series,
      promql_expr_test: [{ expr: fired, eval_time: `${minutes}m`, exp_samples: [] }],
    },
  ];
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [RULES], evaluation_interval: `${minutesApart}m`, tests }),
  );
  try {
    await promtool('test', 'rules', file);
    return [];
  } catch (error) {
    return alertsIn(String((error as { stderr?: string }).stderr));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** From promtool's output when it expected none. */
function alertsIn(printed: string): string[] {
  const alerts = [...printed.matchAll(/\{alertname="(\w+)"(?:, (.*?))?\}/g)];
  if (alerts.length === 0) throw new Error(printed);
  const reported = alerts.map(([, name, about]) =>
    about === undefined ? `${name}` : `${name} ${about}`,
  );
  return [...new Set(reported)].sort();
}
