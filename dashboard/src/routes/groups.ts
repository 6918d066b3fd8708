// The headings of the navigation, in their order: what is about the project that is chosen, and what is about the whole
// till. An area names its group.
import type { Texts } from '../shared/texts.ts';

export interface Group {
  /** `project`: below one project; `installation`: of the whole till. */
  readonly scope: 'project' | 'installation';
  /** Null: its lines stand by themselves. */
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
