// Builds the command of an operation from its description and its adapter: arguments, options, help, and output.
// `--json` prints the output as one JSON document.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { Argument, type Command, Option } from 'commander';
import type { App } from '../app.ts';
import type { Field } from '../contract/fields.ts';
import {
  type Actor,
  isProjectField,
  isSecretField,
  movesMoney,
  type OperatorOperation,
} from '../contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../contract/operator/operations.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { apiError } from '../core/errors.ts';
import { fileText } from '../core/file-text.ts';
import { terminalData } from '../core/terminal-text.ts';
import { readTypedAmount, unambiguous } from '../core/typed-amount.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { perform, type Values } from '../operator/perform.ts';
import { openSandbox } from '../sandbox/sandbox.ts';
import { type CallOperation, type CliAdapter, defaultText, type Shown } from './adapter.ts';
import { requestOnce } from './once.ts';
import { type AppRequest, action, note, nowAndThen, print, withApp } from './run.ts';

export function addOperation(program: Command, name: OperatorName, adapter: CliAdapter): void {
  const operation: OperatorOperation = operatorOperations[name];
  const words = name.split('.');
  const command = groupOf(program, words.slice(0, -1)).command(words.at(-1) ?? name);
  command.description(operation.summary);
  addArguments(command, operation, adapter);
  for (const option of optionsOf(operation, adapter)) command.addOption(option.option);
  if (movesMoney(operation.permission)) command.option(...KEY_OPTION);
  command.option('--json', 'print JSON');
  const help = adapter.help === undefined ? '' : `\n${adapter.help}\n`;
  const example = ['chaintill', ...words, adapter.example ?? ''].join(' ').trimEnd();
  command.addHelpText('after', `${help}\nExample:\n  ${example}`);
  command.action(action(() => run(command, name, adapter)));
}

const KEY_OPTION = [
  '--idempotency-key <text>',
  'run once for each key within a day, even if repeated (default: a new key)',
] as const;

/** The command that contains the subcommands; created if missing. */
export function groupOf(program: Command, words: readonly string[]): Command {
  return words.reduce(
    (parent, word) =>
      parent.commands.find((command) => command.name() === word) ?? parent.command(word),
    program,
  );
}

/** An optional project comes before required arguments; `place` assigns them by their number. */
function addArguments(command: Command, operation: OperatorOperation, adapter: CliAdapter): void {
  const list = argumentsOf(operation, adapter);
  const hasProject = list.some(({ field }) => isOnlyProject(field));
  const usage = list.map(({ label, isNeeded }) => (isNeeded ? `<${label}>` : `[${label}]`));
  for (const { label, isNeeded, field } of list) {
    const { description = '' } = field.schema as { description?: string };
    command.addArgument(
      new Argument(isNeeded && !hasProject ? `<${label}>` : `[${label}]`, description),
    );
  }
  command.usage(['[options]', ...usage].join(' '));
}

interface NamedField {
  readonly name: string;
  readonly label: string;
  readonly field: Field<unknown>;
  readonly isNeeded: boolean;
}

function argumentsOf(operation: OperatorOperation, adapter: CliAdapter): NamedField[] {
  const { input } = operation;
  return argumentNames(operation, adapter).flatMap((name) => {
    const field = input[name];
    if (field === undefined) return [];
    const isNeeded = field.isRequired && !isOnlyProject(field);
    return [{ name, label: labelOf(name, adapter), field, isNeeded }];
  });
}

function argumentNames({ input }: OperatorOperation, adapter: CliAdapter): readonly string[] {
  if (adapter.arguments !== undefined) return adapter.arguments;
  const isArgument = ([name, field]: readonly [string, Field<unknown>]) =>
    field.isRequired && name !== 'reason' && !isSecretField(field);
  return Object.entries(input).flatMap((entry) => (isArgument(entry) ? [entry[0]] : []));
}

function labelOf(name: string, { called, files }: CliAdapter): string {
  return called?.[name] ?? (files?.includes(name) ? 'file' : name);
}

function isOnlyProject(field: Field<unknown>): boolean {
  return isProjectField(field) && field.whenLeftOut === 'only';
}

interface FieldOption {
  readonly name: string;
  readonly option: Option;
}

export function optionsOf(operation: OperatorOperation, adapter: CliAdapter): FieldOption[] {
  const names = argumentNames(operation, adapter);
  const rest = Object.entries(operation.input).filter(
    ([name, field]) => !isSecretField(field) && !names.includes(name),
  );
  return rest.map(([name, field]) => {
    const schema = field.schema as SchemaFacts;
    const flag = adapter.called?.[name] ?? defaultFlag(name, schema);
    const option = new Option(flag, schema.description);
    if (schema.enum !== undefined) option.choices(schema.enum);
    option.makeOptionMandatory(field.isRequired && !isOnlyProject(field));
    return { name, option };
  });
}

interface SchemaFacts {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

function defaultFlag(name: string, { type, format }: SchemaFacts): string {
  const flag = `--${name.replaceAll('_', '-')}`;
  if (type === 'boolean') return flag;
  if (type === 'array') return `${flag} <list>`;
  if (type === 'integer') return `${flag} <n>`;
  if (format === 'date-time') return `${flag} <time>`;
  return `${flag} <${format === 'uuid' ? 'id' : 'text'}>`;
}

async function run(command: Command, name: OperatorName, adapter: CliAdapter): Promise<void> {
  const operation: OperatorOperation = operatorOperations[name];
  const fromOptions = valuesOf(command, operation, adapter);
  const asJson = command.opts()['json'] === true;
  await withOperations(
    async (call) => {
      const say = asJson ? note : print;
      const values = (await adapter.prepare?.(fromOptions, { call, say })) ?? fromOptions;
      const output = await call(name, values, keyOf(command, operation));
      if (asJson) print(JSON.stringify(output, null, 2));
      else showText(shownOutput(adapter, adapter.isFile ? output : terminalData(output), values));
      if (adapter.isBad?.(output) === true) process.exitCode = 1;
    },
    adapter.anyClock === true ? { anyClock: true } : {},
  );
}

/** Printed before it is used, because an interrupted command prints nothing more. Scripts pass their own key. */
function keyOf(command: Command, { permission }: OperatorOperation): string | undefined {
  if (!movesMoney(permission)) return undefined;
  const { idempotencyKey: fromOptions, json } = command.opts<{
    idempotencyKey?: string;
    json?: true;
  }>();
  if (fromOptions !== undefined) return fromOptions;
  const key = randomUUID();
  if (json !== true)
    note(`If this command is interrupted, repeat it with --idempotency-key ${key}`);
  return key;
}

export function withOperations(
  work: (call: CallOperation, app: App) => Promise<void>,
  requested: AppRequest = {},
): Promise<void> {
  return withApp(async (app, { coinWallets, nodes, simulations }, { clock }) => {
    const simulated = openSandbox(simulations, clock);
    const operatorApp: OperatorApp = { ...app, coinWallets, nodes, ...simulated };
    const actor = userOfMachine();
    const report = nowAndThen();
    const call: CallOperation = (name, values, key) =>
      key === undefined
        ? perform(operatorApp, name, { values, actor, report })
        : requestOnce(app, { name, values, key }, (objectId) =>
            perform(operatorApp, name, { values, actor, report, objectId }),
          );
    await work(call, app);
  }, requested);
}

function userOfMachine(): Actor {
  return { kind: 'system_user', name: userName(), source: 'cli', address: null };
}

/** The user who called `sudo`, or who runs this process. A container may run as a user without a name. */
function userName(): string {
  const sudoUser = processEnvironment()['SUDO_USER'];
  if (sudoUser !== undefined && sudoUser !== '') return sudoUser;
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function shownOutput(adapter: CliAdapter, output: unknown, values: Values): string | Shown {
  return adapter.show?.(output, values) ?? defaultText(output);
}

function showText(shown: string | Shown): void {
  const { text, notes } = typeof shown === 'string' ? { text: shown, notes: [] } : shown;
  for (const each of notes) note(each);
  if (text !== '') print(text);
}

export function valuesOf(
  command: Command,
  operation: OperatorOperation,
  adapter: CliAdapter,
): Values {
  const options: Readonly<Record<string, unknown>> = command.opts();
  const texts = [
    ...place(command, argumentsOf(operation, adapter)),
    ...optionsOf(operation, adapter).map(
      ({ name, option }) => [name, options[option.attributeName()]] as const,
    ),
  ];
  return Object.fromEntries(
    texts.map(([name, value]) => [
      name,
      adapter.files?.includes(name) ? readText(value) : typedValue(name, value, operation),
    ]),
  );
}

/** Assigns arguments to fields. The project is omitted when only the other arguments are present. */
function place(command: Command, list: readonly NamedField[]): (readonly [string, unknown])[] {
  const { args } = command;
  const needed = list.filter(({ isNeeded }) => isNeeded);
  const hasProject = args.length > needed.length;
  const present = list.filter(({ field }) => hasProject || !isOnlyProject(field));
  const missing = present.filter(({ isNeeded }, n) => isNeeded && args[n] === undefined)[0];
  if (missing !== undefined) command.error(`error: missing required argument '${missing.label}'`);
  return present.map(({ name }, n) => [name, args[n]]);
}

function typedValue(name: string, value: unknown, { input }: OperatorOperation): unknown {
  const { format } = (input[name]?.schema ?? {}) as SchemaFacts;
  if (format === 'decimal' && typeof value === 'string') return plainAmount(name, value);
  return listOf(input[name], value);
}

function listOf(field: Field<unknown> | undefined, value: unknown): unknown {
  if ((field?.schema as SchemaFacts | undefined)?.type !== 'array') return value;
  return typeof value === 'string' ? itemsOf(value) : value;
}

/** Of a comma-separated list. */
export function itemsOf(text = ''): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

function readText(file: unknown): unknown {
  if (typeof file !== 'string') return file;
  try {
    return fileText(readFileSync(file));
  } catch (error) {
    throw apiError('bad_request.unreadable_file', { file, error: String(error) });
  }
}

/** Text that is not a number is passed on: the operation rejects it, together with all other problems. */
export function plainAmount(name: string, text: string): string {
  const read = readTypedAmount(text);
  if (read.kind === 'not_a_number') return text;
  if (read.kind === 'amount') return read.amount;
  const [larger, smaller] = read.readings;
  throw apiError('bad_request.ambiguous_amount', {
    name,
    text,
    larger: unambiguous(larger),
    smaller: unambiguous(smaller),
  });
}
