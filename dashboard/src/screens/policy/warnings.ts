// What a policy in force cannot do, in words.
import type { OperatorApi } from '../../shared/api-types.ts';
import { defineMessages, useMessages } from '../../shared/i18n.tsx';

export type Warning = OperatorApi['policy.set']['output']['warned'][number];

type Words = Readonly<Record<Warning['kind'], (warning: Warning) => string>>;

const en: Words = {
  approvals_unmet: ({ wanted, present }) =>
    `A rule wants ${wanted} approvals, and there are ${present} approvers. Add some, or nobody can release what it holds.`,
  key_unknown: ({ key }) => `The project has no API key ${key}: a rule for it matches nothing.`,
};

const warningMessages = defineMessages(en, {
  de: {
    approvals_unmet: ({ wanted, present }) =>
      `Eine Regel will ${wanted} Zustimmungen, und es gibt ${present} Freigeber. Fügen Sie welche hinzu, sonst gibt niemand frei, was sie anhält.`,
    key_unknown: ({ key }) =>
      `Das Projekt hat keinen API-Schlüssel ${key}: Eine Regel dafür trifft nie zu.`,
  },
  fr: {
    approvals_unmet: ({ wanted, present }) =>
      `Une règle veut ${wanted} accords, et il y a ${present} approbateurs. Ajoutez-en, sinon personne ne libère ce qu’elle retient.`,
    key_unknown: ({ key }) =>
      `Le projet n’a pas de clé API ${key} : une règle pour elle ne convient jamais.`,
  },
  es: {
    approvals_unmet: ({ wanted, present }) =>
      `Una regla quiere ${wanted} aprobaciones y hay ${present} aprobadores. Añada más, o nadie liberará lo que retiene.`,
    key_unknown: ({ key }) =>
      `El proyecto no tiene la clave API ${key}: una regla para ella no se cumple nunca.`,
  },
});

export function useWarningText(): (warning: Warning) => string {
  const t = useMessages(warningMessages);
  return (warning) => t[warning.kind](warning);
}
