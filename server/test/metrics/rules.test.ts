// Tests the alerts of deploy/prometheus: each fires on its failure, none on a healthy instance, and the runbook has a
// section for each.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWithPrometheus, promtool } from '../support/prometheus.ts';
import { filesBelow, root } from '../tidy/files.ts';
import { type BrokenSeries, brokenThings, soundThings } from './broken-things.ts';

const RULES = join(root, 'deploy/prometheus/chaintill.rules.yml');
const alerts = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

test('every alert has a failure here, and no other', () => {
  expect(Object.keys(brokenThings).sort()).toEqual(alerts.toSorted());
});

test('the runbook has the meaning, checks and fix of every alert', () => {
  const [runbook] = filesBelow('docs', /runbook\.md$/);
  const sections = (runbook?.text ?? '').split(/^## /m).slice(1);
  const named = sections.filter((section) => section.startsWith('Chaintill'));
  expect(named.map((section) => section.split('\n')[0]).sort()).toEqual(alerts.toSorted());
  const lacking = named.filter((section) =>
    ['**Meaning.**', '**Check.**', '**Fix.**'].some((part) => !section.includes(part)),
  );
  expect(lacking).toEqual([]);
});

describeWithPrometheus('the rules', () => {
  test('are right', async () => {
    expect(await promtool('check', 'rules', RULES)).toContain(`${alerts.length} rules found`);
  });

  test('fire on their failure, and are silent on a healthy instance', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chaintill-rules-'));
    const broken = Object.entries(brokenThings).map(([alert, series]) => {
      const others = alert === 'ChaintillReadingFailed' ? { chaintill_database_up: '1x60' } : {};
      const present = 'up' in series ? {} : { up: '1x60' };
      const firing = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`;
      return unitTest({ ...present, ...others, ...series }, firing, [{ labels: '{}', value: 1 }]);
    });
    const sound = unitTest(soundThings, 'ALERTS', []);
    const file = join(folder, 'rules.test.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], tests: [...broken, sound] }));
    expect(await promtool('test', 'rules', file)).toContain('SUCCESS');
    rmSync(folder, { recursive: true });
  });
});

/** Half an hour after it started. */
function unitTest(series: BrokenSeries, expr: string, samples: readonly object[]) {
  const reported = Object.entries(series).map(([name, values]) => {
    const [metric, labels = ''] = name.replace('}', '').split('{');
    const own = ['job="chaintill"', 'instance="till:9464"', ...(labels === '' ? [] : [labels])];
    return { series: `${metric}{${own.join(',')}}`, values };
  });
  return {
    interval: '1m',
    input_series: reported,
    promql_expr_test: [{ expr, eval_time: '30m', exp_samples: samples }],
  };
}
