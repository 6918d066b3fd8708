// The headings of the navigation, in their order: what is about the project that is chosen, and what is about the whole
// till. An area names its group.
import type { Language } from '../shared/i18n.tsx';

export interface Group {
  /** `project`: below one project; `installation`: of the whole till. */
  readonly scope: 'project' | 'installation';
  /** Null: its lines stand by themselves. */
  readonly label: Readonly<Record<Language, string>> | null;
}

export const groups = {
  start: { scope: 'project', label: null },
  sell: {
    scope: 'project',
    label: { en: 'Sell', de: 'Verkaufen', fr: 'Vendre', es: 'Vender' },
  },
  money: {
    scope: 'project',
    label: { en: 'Money', de: 'Geld', fr: 'Argent', es: 'Dinero' },
  },
  developers: {
    scope: 'project',
    label: { en: 'Developers', de: 'Entwicklung', fr: 'Développeurs', es: 'Desarrollo' },
  },
  rules: {
    scope: 'project',
    label: {
      en: 'Rules and members',
      de: 'Regeln und Mitglieder',
      fr: 'Règles et membres',
      es: 'Reglas y miembros',
    },
  },
  attention: {
    scope: 'installation',
    label: {
      en: 'Needs attention',
      de: 'Braucht jemanden',
      fr: 'À surveiller',
      es: 'Requiere atención',
    },
  },
  machinery: {
    scope: 'installation',
    label: { en: 'Machinery', de: 'Technik', fr: 'Technique', es: 'Maquinaria' },
  },
  people: {
    scope: 'installation',
    label: {
      en: 'Projects and people',
      de: 'Projekte und Personen',
      fr: 'Projets et personnes',
      es: 'Proyectos y personas',
    },
  },
} as const satisfies Readonly<Record<string, Group>>;

export type GroupName = keyof typeof groups;

export const groupNames = Object.keys(groups) as readonly GroupName[];
