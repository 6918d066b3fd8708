// `chaintill projects create|list|settings|set-settings` as text.
import type { projectsOperations } from '../contract/operator/projects.ts';
import type { FacesOf } from './face.ts';
import { table } from './table.ts';

export const projectsFaces: FacesOf<typeof projectsOperations> = {
  'projects.create': {
    arguments: ['name'],
    example: 'chaintill projects create "Corner shop"',
    show: ({ id, name }) => `Made project ${id} (${name})`,
  },
  'projects.list': { example: 'chaintill projects list --json', show: table },
  'projects.settings': {
    arguments: ['project'],
    example: 'chaintill projects settings "Corner shop"',
    show: (settings) => JSON.stringify(settings, null, 2),
  },
  'projects.set-settings': {
    arguments: ['project', 'settings'],
    called: { settings: 'json' },
    example:
      'chaintill projects set-settings 0199... \'{"automaticResolution":{"overpaid":"refund"},"fees":{"invoice":"0.8"}}\'',
    show: (settings) => JSON.stringify(settings, null, 2),
  },
};
