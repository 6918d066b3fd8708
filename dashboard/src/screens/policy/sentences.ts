// A policy as sentences. Unknown parts are shown as written: only the service's interpretation counts.
import { type Language, textsIn } from '../../shared/i18n.tsx';
import { nameInDocument, type RuleNames, ruleName } from '../../shared/reason-texts.ts';
import { amountIn } from '../../shared/ui/values.tsx';
import { type Fields, objectOf, parsed, settingOf, textOf } from './rule-fields.ts';

interface RuleText {
  readonly name: string;
  readonly note: string | null;
  readonly conditions: readonly string[];
  readonly outcome: 'allow' | 'hold' | 'refuse';
  readonly decides: string;
}

interface Reader {
  readonly language: Language;
  readonly locale: string;
  readonly names: RuleNames;
}

/** Null for text that is not a policy. `version`: 0 for the built-in one, null for a draft. */
export function sentencesOf(
  document: string,
  version: number | null,
  reader: Reader,
): readonly RuleText[] | null {
  const policy = fieldsOf(parsed(document));
  const { rules } = policy;
  if (!Array.isArray(rules)) return null;
  const [currency, zone] = [settingOf({ policy }, 'currency'), settingOf({ policy }, 'timeZone')];
  const place = { ...reader, currency, zone, version };
  return rules.map((each: unknown) => ruleText(fieldsOf(each), place));
}

export function decidedText(decided: Decided, { language, names }: Omit<Reader, 'locale'>): string {
  const { outcome, approvals } = decided;
  const t = textsIn(language, 'policy').sentences;
  const what = outcome === 'hold' ? t.hold({ people: approvals }) : t[outcome];
  return `${what} (${ruleName(decided, names)})`;
}

interface Decided {
  readonly outcome: RuleText['outcome'];
  readonly rule: string;
  readonly rule_code: string | null;
  readonly approvals: number;
}

interface Place extends Reader {
  readonly currency: string;
  readonly zone: string;
  readonly version: number | null;
}

function ruleText(rule: Fields, place: Place): RuleText {
  const t = textsIn(place.language, 'policy').sentences;
  const conditions = Object.entries(fieldsOf(rule['when'])).map(([name, value]) =>
    conditionText(name, value, place),
  );
  const { note } = rule;
  const action = rule['do'];
  const approvals = fieldsOf(action)['hold'];
  const outcome = action === 'allow' || action === 'refuse' ? action : 'hold';
  const held =
    typeof approvals === 'number' ? t.hold({ people: approvals }) : JSON.stringify(action);
  return {
    name: nameInDocument(textOf(rule['name']), place.version, place.names),
    note: typeof note === 'string' && note !== '' ? note : null,
    conditions: conditions.length === 0 ? [t.always] : conditions,
    outcome,
    decides: outcome === 'hold' ? held : t[outcome],
  };
}

function conditionText(name: string, value: unknown, place: Place): string {
  const { language } = place;
  const t = textsIn(language, 'policy').sentences;
  const fields = fieldsOf(value);
  const window = `${textOf(fields['hours'])} h`;
  const per = valueText(fields['per'] ?? 'project', language);
  switch (name) {
    case 'amountAbove':
      return t.amountAbove({ amount: amountText(value, place) });
    case 'sumAbove':
      return t.sumAbove({ amount: amountText(fields['amount'], place), hours: window, per });
    case 'countAbove':
      return t.countAbove({ count: textOf(fields['count']), hours: window, per });
    case 'destination':
      return value === 'listed' ? t.listed : t.unlisted;
    case 'destinationNewerThanHours':
      return t.newer({ hours: `${textOf(value)} h` });
    case 'looksLikeKnown':
      return t.looksLike;
    case 'beneficiaryMissing':
      return t.noBeneficiary;
    case 'outsideHours':
      return [
        t.outside({ from: textOf(fields['from']), to: textOf(fields['to']) }),
        ` (${listText(fields['days'] ?? [], language) || t.everyDay}, ${place.zone})`,
      ].join('');
    case 'coin':
    case 'key':
    case 'customer':
      return t[name]({ list: listText(value) });
    case 'risk':
    case 'feeLevel':
      return t[name]({ list: listText(value, language) });
    default:
      return textsIn(language, 'common').labelled({ label: name, value: JSON.stringify(value) });
  }
}

/** Translates values that are words rather than names. */
function listText(value: unknown, language?: Language): string {
  if (!Array.isArray(value)) return '';
  return value
    .map((each) => (language === undefined ? textOf(each) : valueText(each, language)))
    .join(', ');
}

function valueText(value: unknown, language: Language): string {
  const labels: Readonly<Record<string, string>> = textsIn(language, 'policy').choiceLabels;
  return labels[textOf(value)] ?? textOf(value);
}

function amountText(value: unknown, { currency, locale }: Place): string {
  const text = textOf(value);
  return `${/^\d+(\.\d+)?$/.test(text) ? amountIn(locale, text, currency) : text} ${currency}`;
}

const fieldsOf = (value: unknown): Fields => objectOf(value) ?? {};
