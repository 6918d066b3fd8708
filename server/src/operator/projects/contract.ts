// Projects: the merchants, each with its own keys, accounts and callbacks.
import { Type } from 'typebox';
import { required, text } from '../../contract/fields.ts';
import { operatorOperation, paging, theProject } from '../../contract/operator/operation.ts';
import { Id, page, row, Text, Time } from '../../contract/schema.ts';
import { Settings, settingFields, Unset } from '../project-settings/contract.ts';

const NAME_LENGTH_MAX = 255;
const SETTINGS_LENGTH_MAX = 100_000;

/** As they were set; docs/operations.md lists them. */
const SettingsAsSet = Type.Record(Type.String(), Type.Unknown());

const Project = { id: Id, name: Text, created_at: Time };

export const projectsOperations = {
  'projects.create': operatorOperation({
    summary: 'Create a project with an account in every currency',
    permission: 'configure',
    about: { type: 'project', output: 'id' },
    input: { name: required(text(NAME_LENGTH_MAX, 'name')) },
    output: row({ id: Id, name: Text }),
  }),
  'projects.list': operatorOperation({
    summary: 'List the projects, newest first',
    permission: 'read',
    input: { ...paging },
    output: page(Project),
  }),
  'projects.show': operatorOperation({
    summary: 'Show a project with its settings and the defaults that apply',
    permission: 'read',
    input: { project: theProject },
    output: row({ ...Project, ...Settings, unless_set: row(Unset) }),
  }),
  'projects.update': operatorOperation({
    summary: 'Change some settings of a project. The others stay the same',
    permission: 'rules',
    about: { type: 'project_settings', input: 'project' },
    input: { project: theProject, ...settingFields },
    output: row({ ...Project, ...Settings }),
  }),
  'projects.settings': operatorOperation({
    summary: 'Show the settings of a project as stored',
    permission: 'read',
    input: { project: theProject },
    output: SettingsAsSet,
  }),
  'projects.set-settings': operatorOperation({
    summary:
      'Replace all settings of a project: fees, automatic handling, customer ID checks and others',
    permission: 'configure',
    about: { type: 'project_settings', input: 'project' },
    input: {
      project: theProject,
      settings: required(text(SETTINGS_LENGTH_MAX, 'all settings as a JSON object')),
    },
    output: SettingsAsSet,
  }),
} as const;
