// Guarantees of the list of operator operations and of its face, the command line: every operation has a command, every
// output is as it is described, and projects are named by name, or not at all.
import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OperatorOperation } from '../../src/contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import { perform } from '../../src/operator/perform.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { runCommand } from './run-command.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  await world.app.db.query(`update projects set name = 'Corner shop'`);
});
afterAll(() => world.close());

interface Validator {
  addFormat(name: string, form: RegExp): void;
  compile(schema: object): { (value: unknown): boolean; errors?: unknown };
}
const validator = new (Ajv as unknown as new (options: object) => Validator)({ strict: false });
validator.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
validator.addFormat('decimal', /^-?(0|[1-9]\d*)\.(0|\d*[1-9])$/);
validator.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function problemsOf(name: OperatorName, output: unknown): unknown {
  const check = validator.compile(operatorOperations[name].output);
  return check(output) ? null : check.errors;
}

const reads = (Object.keys(operatorOperations) as OperatorName[]).filter((name) => {
  const operation: OperatorOperation = operatorOperations[name];
  return operation.permission === 'read';
});

/** What those need that are asked about something. */
const given: Partial<Record<OperatorName, () => readonly string[]>> = {};

describe('reading', () => {
  test.each(reads)('%s prints JSON as it is described', async (name) => {
    const words = [...name.split('.'), ...(given[name]?.() ?? []), '--json'];
    const { out, err } = await runCommand(world, ...words);
    expect(err).toBe('');
    expect(problemsOf(name, JSON.parse(out))).toBeNull();
  });
});

const SYSTEM = { kind: 'system', name: 'test' } as const;

describe('a project', () => {
  test('is named by its id, by its name, or not when there is only one', async () => {
    const settings = ['projects', 'settings'];
    for (const words of [[merchant.project.id], ['Corner shop'], []])
      expect(await runCommand(world, ...settings, ...words)).toMatchObject({
        code: 0,
        out: '{}\n',
      });
  });

  test('that is not there is not found, and told beside what else is wrong', async () => {
    const unknown = perform(world.app as never, 'projects.settings', {
      ...{ actor: SYSTEM, values: { project: 'Nobody' } },
    });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    const both = perform(world.app as never, 'projects.set-settings', {
      ...{ actor: SYSTEM, values: { project: 'Nobody' } },
    });
    await expect(both).rejects.toMatchObject({
      details: [{ target: 'project' }, { target: 'settings' }],
    });
  });
});
