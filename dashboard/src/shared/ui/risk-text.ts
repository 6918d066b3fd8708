// A risk in one line: its score, and what is known of the money's source. Providers of your own may name categories that
// have no word here: they are shown as they are named.
import { defineMessages, useLanguage, useMessages } from '../i18n.tsx';
import { words as sharedMessages } from './words.ts';

/** As the interface answers it; `default` is the source that nothing is known of. */
export interface ShownRisk {
  readonly score: number | string;
  readonly level: string;
  readonly resource_name: string;
  readonly resource_category: string;
}

const words = defineMessages(
  {
    ofTen: (score: string, level: string) => `${score} of 10, ${level}`,
    low: 'low',
    medium: 'medium',
    high: 'high',
    sanctions: 'on a sanctions list',
    block_list: 'on your block list',
    allow_list: 'on your allow list',
    unknown: 'nothing is known of its source',
  },
  {
    de: {
      ofTen: (score, level) => `${score} von 10, ${level}`,
      low: 'niedrig',
      medium: 'mittel',
      high: 'hoch',
      sanctions: 'auf einer Sanktionsliste',
      block_list: 'auf Ihrer Sperrliste',
      allow_list: 'auf Ihrer Freigabeliste',
      unknown: 'über die Herkunft ist nichts bekannt',
    },
    fr: {
      ofTen: (score, level) => `${score} sur 10, ${level}`,
      low: 'faible',
      medium: 'moyen',
      high: 'élevé',
      sanctions: 'sur une liste de sanctions',
      block_list: 'sur votre liste de blocage',
      allow_list: 'sur votre liste d’autorisation',
      unknown: 'rien n’est connu de sa provenance',
    },
    es: {
      ofTen: (score, level) => `${score} de 10, ${level}`,
      low: 'bajo',
      medium: 'medio',
      high: 'alto',
      sanctions: 'en una lista de sanciones',
      block_list: 'en su lista de bloqueo',
      allow_list: 'en su lista de permitidos',
      unknown: 'no se sabe nada de su origen',
    },
  },
);

const LEVELS = ['low', 'medium', 'high'] as const;
const CATEGORIES = ['sanctions', 'block_list', 'allow_list', 'unknown'] as const;

/** Level and source by themselves, in words. */
export function useRiskMessages() {
  const t = useMessages(words);
  const wordOf = <K extends keyof typeof t>(names: readonly K[], name: string) => {
    const known = names.find((each) => each === name);
    return known === undefined ? name : String(t[known]);
  };
  return {
    ofLevel: (level: string) => wordOf(LEVELS, level),
    ofSource: (category: string) => wordOf(CATEGORIES, category),
  };
}

export function useRiskText(): (risk: ShownRisk) => string {
  const partsOf = useRiskParts();
  return (risk) => {
    const { rated, source } = partsOf(risk);
    return `${rated} (${source})`;
  };
}

interface RiskParts {
  readonly rated: string;
  readonly source: string;
  readonly isKnown: boolean;
}

export function useRiskParts(): (risk: ShownRisk) => RiskParts {
  const t = useMessages(words);
  const { labelled } = useMessages(sharedMessages);
  const { locale } = useLanguage();
  const { ofLevel, ofSource } = useRiskMessages();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return ({ score, level, resource_name: name, resource_category: category }) => {
    const rated = t.ofTen(format.format(score as `${number}`), ofLevel(level));
    const source = ofSource(category);
    const named = name === 'default' ? source : labelled(source, name);
    return { rated, source: named, isKnown: category !== 'unknown' || name !== 'default' };
  };
}
