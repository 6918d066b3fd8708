// Projects: the merchants, each with keys, accounts and callbacks of its own.
import { Type } from 'typebox';
import { required, text } from '../fields.ts';
import { Id, Text, Time } from '../objects/schema-words.ts';
import { theProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { row, rows } from './schema-words.ts';

const NAME_LENGTH_MAX = 255;
const SETTINGS_LENGTH_MAX = 100_000;

/** As they were set; docs/operations.md lists them. */
const Settings = Type.Record(Type.String(), Type.Unknown());

export const projectsOperations = {
  'projects.create': operatorOperation({
    summary: 'Make a project with an account in every currency',
    permission: 'configure',
    about: { type: 'project', output: 'id' },
    input: { name: required(text(NAME_LENGTH_MAX, 'what it is called')) },
    output: row({ id: Id, name: Text }),
  }),
  'projects.list': operatorOperation({
    summary: 'List the projects',
    permission: 'read',
    input: {},
    output: rows({ id: Id, name: Text, created_at: Time }),
  }),
  'projects.settings': operatorOperation({
    summary: 'Show the settings of a project',
    permission: 'read',
    input: { project: theProject },
    output: Settings,
  }),
  'projects.set-settings': operatorOperation({
    summary:
      'Replace the settings of a project: fees, automatic resolution, strict customers and others',
    permission: 'configure',
    about: { type: 'project_settings', input: 'project' },
    input: {
      project: theProject,
      settings: required(text(SETTINGS_LENGTH_MAX, 'all of them, as a JSON object')),
    },
    output: Settings,
  }),
} as const;
