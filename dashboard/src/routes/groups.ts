// The navigation groups, in order: those of the selected project, and those of the whole instance. An area names its
// group.
import type { Texts } from '../shared/texts.ts';

export interface Group {
  /** `project`: of one project; `installation`: of the whole instance. */
  readonly scope: 'project' | 'installation';
  /** Null: its items have no heading. */
  readonly label: keyof Texts['common']['groups'] | null;
}

export const groups = {
  start: { scope: 'project', label: null },
  sell: {
    scope: 'project',
    label: 'sell',
  },
  money: {
    scope: 'project',
    label: 'money',
  },
  developers: {
    scope: 'project',
    label: 'developers',
  },
  rules: {
    scope: 'project',
    label: 'rules',
  },
  attention: {
    scope: 'installation',
    label: 'attention',
  },
  machinery: {
    scope: 'installation',
    label: 'machinery',
  },
  people: {
    scope: 'installation',
    label: 'people',
  },
} as const satisfies Readonly<Record<string, Group>>;

export type GroupName = keyof typeof groups;

export const groupNames = Object.keys(groups) as readonly GroupName[];
