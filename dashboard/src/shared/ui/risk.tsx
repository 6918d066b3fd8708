// The risk of an address or payment, as text and as a cell of a table.
import { Text } from '@mantine/core';
import { useLanguage, useTexts } from '../i18n.tsx';
import classes from './text.module.css';

/** As in the API. `default`: an unknown source. */
interface ShownRisk {
  readonly score: number | string;
  readonly level: string;
  readonly resource_name: string;
  readonly resource_category: string;
}

const LEVELS = ['low', 'medium', 'high'] as const;
const CATEGORIES = ['sanctions', 'block_list', 'allow_list', 'unknown'] as const;

export function useRiskMessages() {
  const t = useTexts('common').riskText;
  const labelOf = <K extends keyof typeof t>(names: readonly K[], name: string) => {
    const known = names.find((each) => each === name);
    return known === undefined ? name : String(t[known]);
  };
  return {
    ofLevel: (level: string) => labelOf(LEVELS, level),
    ofSource: (category: string) => labelOf(CATEGORIES, category),
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

function useRiskParts(): (risk: ShownRisk) => RiskParts {
  const t = useTexts('common').riskText;
  const { labelled } = useTexts('common');
  const { locale } = useLanguage();
  const { ofLevel, ofSource } = useRiskMessages();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return ({ score, level, resource_name: name, resource_category: category }) => {
    const rated = t.ofTen({ score: format.format(score as `${number}`), level: ofLevel(level) });
    const source = ofSource(category);
    const named = name === 'default' ? source : labelled({ label: source, value: name });
    return { rated, source: named, isKnown: category !== 'unknown' || name !== 'default' };
  };
}

export function RiskCell({ risk }: { readonly risk: ShownRisk }) {
  const { rated, source, isKnown } = useRiskParts()(risk);
  return (
    <>
      <span className={classes.when}>{rated}</span>
      {isKnown && (
        <Text size="xs" c="dimmed">
          {source}
        </Text>
      )}
    </>
  );
}
