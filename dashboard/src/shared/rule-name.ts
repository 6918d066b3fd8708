// What a rule is called: merchants name theirs, and those that the service brings have names in the reader's language. The
// names of the service are those of server/src/policy/store.ts (BUILT_IN) and decide.ts (SETTING_RULE).
import { defineMessages, type Language, useLanguage } from './i18n.tsx';

/** Version 0 is the built-in policy; the project's limit stands beside any policy. */
export function ruleName(name: string, version: number | null, language: Language): string {
  const t = ruleNames[language];
  if (name === 'withdrawalMaxEur') return t.limit;
  if (version !== 0) return name;
  if (name === 'looks like a known address') return t.looksLike;
  return name === 'everything else' ? t.rest : name;
}

export function useRuleName(): (name: string, version: number | null) => string {
  const { language } = useLanguage();
  return (name, version) => ruleName(name, version, language);
}

export const ruleNames = defineMessages(
  {
    looksLike: 'looks like a known address',
    rest: 'everything else',
    limit: 'limit per withdrawal, of the settings',
  },
  {
    de: {
      looksLike: 'sieht einer bekannten Adresse ähnlich',
      rest: 'alles andere',
      limit: 'Grenze je Auszahlung, aus den Einstellungen',
    },
    fr: {
      looksLike: 'ressemble à une adresse connue',
      rest: 'tout le reste',
      limit: 'limite par retrait, des réglages',
    },
    es: {
      looksLike: 'se parece a una dirección conocida',
      rest: 'todo lo demás',
      limit: 'límite por retirada, de los ajustes',
    },
  },
);
