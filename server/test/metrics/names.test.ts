// The metrics in dashboards and rules exist, and the program's metrics have names and units by Prometheus's conventions
// (https://prometheus.io/docs/practices/naming).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMetrics, scraped } from '../../src/metrics/count.ts';
import { describeWithPrometheus, promtool } from '../support/prometheus.ts';
import { createWorld, type World } from '../support/world.ts';
import { root } from '../tidy/files.ts';
import { brokenThings, soundThings } from './broken-things.ts';

const NAME = /\b(?:chaintill|nodejs|process)_\w+/g;
/** The suffixes of a histogram's series. */
const PART = /_(bucket|sum|count)$/;

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string }[];
}

const textOf = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
const dashboard = JSON.parse(textOf('grafana/chaintill.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
};
const requested = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

interface MetricLabels {
  readonly name: string;
  readonly labelNames: readonly string[];
}

let world: World;
let names: Set<string>;
let reported: string;
let labelsOf: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  const metrics = openMetrics();
  world = await createWorld({}, { measures: metrics.measures, coins: ['LTC'], audits: 'never' });
  const { coinWallets, nodes } = world.assembled;
  reported = await scraped(metrics, { ...world.app, coinWallets, nodes })();
  const all = metrics.registry.getMetricsAsArray() as unknown as readonly MetricLabels[];
  names = new Set(all.map(({ name }) => name));
  labelsOf = new Map(all.map(({ name, labelNames }) => [name, labelNames]));
});
afterAll(() => world.close());

const unknownIn = (texts: readonly string[]) =>
  texts
    .flatMap((text) => text.match(NAME) ?? [])
    .filter((name) => !names.has(name) && !names.has(name.replace(PART, '')));

test('every metric in a rule exists', () => {
  // Excludes the names of rules and of their groups.
  const rules = textOf('prometheus/chaintill.rules.yml');
  expect(rules.match(NAME)?.length).toBeGreaterThan(30);
  expect(unknownIn([rules])).toEqual([]);
});

test('series in rule tests have the names and labels of real ones', () => {
  const pretended = Object.values(brokenThings).concat(soundThings).flatMap(Object.keys);
  const wrong = pretended.filter((series) => {
    const [name = '', labels = ''] = series.replace('}', '').split('{');
    if (name === 'up') return false;
    const own = labelsOf.get(name) ?? labelsOf.get(name.replace(PART, ''));
    const used = [...labels.matchAll(/(\w+)=/g)].map(([, label = '']) => label);
    return own === undefined || used.some((label) => label !== 'le' && !own.includes(label));
  });
  expect(wrong).toEqual([]);
});

test('every metric in the dashboard exists, and hardly one is missing from it', () => {
  expect(unknownIn(requested)).toEqual([]);
  const shown = new Set(requested.flatMap((expr) => expr.match(NAME) ?? []));
  const own = [...names].filter((name) => name.startsWith('chaintill_'));
  const parts = ['', '_bucket', '_sum', '_count'];
  const missing = own.filter((name) => !parts.some((part) => shown.has(`${name}${part}`)));
  expect(missing.length).toBeLessThan(own.length / 3);
});

test('the dashboard queries the selected Prometheus, and no panels overlap', () => {
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job']);
  const figures = dashboard.panels.filter(({ type }) => type !== 'row');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own form of a variable.
  expect(figures.filter(({ datasource }) => datasource?.uid !== '${datasource}')).toEqual([]);
  const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test('only counters end in _total', () => {
  const types = [...reported.matchAll(/^# TYPE (chaintill_\w+) (\w+)$/gm)];
  const wrong = types.filter(
    ([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'),
  );
  expect(wrong.map(([line]) => line)).toEqual([]);
});

describeWithPrometheus('the dashboard', () => {
  test('uses only queries that Prometheus understands', async () => {
    const rules = requested.map((expr, n) => ({
      record: `panel:${n}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'),
    }));
    const file = join(world.app.config.dataDir, 'panels.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(await promtool('check', 'rules', file)).toContain(`${rules.length} rules found`);
  });
});
