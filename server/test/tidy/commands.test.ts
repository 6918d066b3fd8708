// Every command is an operator operation, so that a screen can offer the same, or has a reason not to be one.
import { expect, test } from 'vitest';
import { commandTree, entriesOf } from '../../src/cli/completion.ts';
import { program } from '../../src/cli/program.ts';
import { operatorOperations } from '../../src/contract/operator/operations.ts';

/** By the first word. */
const plain: Readonly<Record<string, string>> = {
  serve: 'it is the service',
  migrate: 'it makes the tables that all else needs, as their owner',
  init: 'it creates the instance that all else needs',
  signer: 'a process of its own with a folder of its own, which no service may reach into',
  seed: 'the words behind all wallets: only for who is at the machine',
  backup: 'reads and makes folders of the machine, and a database that no service runs on yet',
  cells: 'asks several tills, each by its own variables: an operation knows one',
  upgrade: 'replaces the database while no service runs',
  request: 'a client of the API',
  sandbox: 'a client of the routes of a running sandbox',
  demo: 'a client that plays a merchant',
  listen: 'a client of callbacks.events, which ends with Ctrl-C',
  logs: 'a client of requests.list, which ends with Ctrl-C',
  trigger: 'a client that plays a merchant, his payer and the miners of a running sandbox',
  journal: 'export writes the pages of journal.list as CSV',
  completion: 'about the shell that it is typed in',
};

const leaves = entriesOf(commandTree(program)).filter(({ commands }) => commands.length === 0);

test('every command is an operation, or separate for a reason', () => {
  const others = leaves.filter(({ words }) => !(words.join('.') in operatorOperations));
  expect([...new Set(others.map(({ words }) => words[0]))].sort()).toEqual(
    Object.keys(plain).sort(),
  );
});

test('every operation is a command', () => {
  const names = new Set(leaves.map(({ words }) => words.join('.')));
  expect(Object.keys(operatorOperations).filter((name) => !names.has(name))).toEqual([]);
});

test('every command of an operation prints JSON with --json', () => {
  const silent = leaves.filter(
    ({ words, options }) =>
      words.join('.') in operatorOperations && !options.some(({ long }) => long === '--json'),
  );
  expect(silent.map(({ words }) => words.join(' '))).toEqual([]);
});

test('every group of commands has a description', () => {
  const groups = entriesOf(commandTree(program)).filter(({ commands }) => commands.length > 0);
  expect(groups.filter(({ summary }) => summary === '').map(({ words }) => words)).toEqual([]);
});
