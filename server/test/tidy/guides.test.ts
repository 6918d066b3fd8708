// Every link from a finding or an alert to the documentation leads to a section that exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { next } from '../../../dashboard/src/screens/health/finding-links.ts';
import { runbookOf } from '../../src/alerts/render.ts';
import { ALERT_KINDS } from '../../src/contract/alert-kinds.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const guides = new Set([
  ...Object.values(next).flatMap(({ guide }) => guide ?? []),
  ...ALERT_KINDS.map((kind) => runbookOf(kind).replace('docs/runbook.md', 'runbook')),
]);

test.each([...guides])('docs/%s exists', (guide) => {
  const [page = '', section] = guide.split('#');
  const file = join(DOCS, `${page}.md`);
  expect(existsSync(file)).toBe(true);
  if (section === undefined) return;
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)];
  const sections = headings.map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));
  expect(sections).toContain(section);
});
