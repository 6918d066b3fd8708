// Every alert that the code can raise is in the contract and documented for the operator; no other is. The compiler
// checks the dashboard's texts against the same list.
import { expect, test } from 'vitest';
import { runbookOf } from '../../src/alerts/render.ts';
import { ALERT_KINDS } from '../../src/contract/alert-kinds.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import { filesBelow } from './files.ts';

/** An alert kind where an alert is raised, or in the constant of the statement. */
const RAISED = [
  /(?:raise|open)Alert\((?:[^;]|\n)*?kind: '([a-z_]+)'/g,
  /const \w*ALERT = '([a-z_]+)'/g,
  /const alert = \{ kind: '([a-z_]+)'/g,
  /newId\(app\.clock, app\.random\), '([a-z_]+)', JSON\.stringify/g,
];

function raised(): string[] {
  const kinds = filesBelow('server/src', /\.ts$/).flatMap(({ text }) =>
    RAISED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, kind = '']) => kind)),
  );
  return [...new Set(kinds)].sort();
}

function explained(): string[] {
  const [document] = filesBelow('docs', /operations\.md$/);
  const table =
    /\n\| Kind \|[\s\S]*?\n\n|\n\| Kind \|[\s\S]*$/.exec(document?.text ?? '')?.[0] ?? '';
  const firstCells = table.split('\n').map((line) => line.split('|')[1] ?? '');
  return firstCells
    .flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, kind = '']) => kind))
    .sort();
}

test('the documentation explains each alert and what to do', () => {
  expect(explained()).toEqual([...ALERT_KINDS].sort());
});

test('each is raised somewhere', () => {
  expect(raised()).toEqual([...ALERT_KINDS].sort());
});

test('each has a title and advice, and a section of the runbook', () => {
  const { titles, advice } = textsOf('alerts', 'en');
  for (const texts of [titles, advice])
    expect(Object.keys(texts).sort()).toEqual([...ALERT_KINDS].sort());
  const [runbook] = filesBelow('docs', /runbook\.md$/);
  const anchors = [...(runbook?.text ?? '').matchAll(/^## (\w+)$/gm)].map(
    ([, name = '']) => `docs/runbook.md#${name.toLowerCase()}`,
  );
  expect(ALERT_KINDS.filter((kind) => !anchors.includes(runbookOf(kind)))).toEqual([]);
});
