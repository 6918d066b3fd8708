// A policy read as sentences. What is not understood is shown as it was written: the service alone decides what holds.
import { counted, defineMessages, type Language } from '../../shared/i18n.tsx';
import { nameInDocument, type RuleNames, ruleName } from '../../shared/rule-name.ts';
import { amountIn } from '../../shared/ui/money.tsx';
import { words } from '../../shared/ui/words.ts';
import { choiceLabels } from './condition-messages.ts';

export interface RuleText {
  readonly name: string;
  readonly note: string | null;
  readonly conditions: readonly string[];
  readonly outcome: 'allow' | 'hold' | 'refuse';
  readonly decides: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** For whom they are said. */
interface Reader {
  readonly language: Language;
  /** For amounts. */
  readonly locale: string;
  readonly names: RuleNames;
}

/** Null for what is no policy. `version`: 0 for the built-in one, null for a draft. */
export function sentencesOf(
  document: string,
  version: number | null,
  reader: Reader,
): readonly RuleText[] | null {
  const policy = parsed(document);
  const rules = policy?.['rules'];
  if (!Array.isArray(rules)) return null;
  const [currency, zone] = [textOf(policy?.['currency'] ?? 'EUR'), policy?.['timeZone'] ?? 'UTC'];
  const place = { ...reader, currency, zone: textOf(zone), version };
  return rules.map((each: unknown) => ruleText(fieldsOf(each), place));
}

/** What was decided, and by which rule. */
export function decidedText(decided: Decided, { language, names }: Omit<Reader, 'locale'>): string {
  const { outcome, approvals } = decided;
  const t = sentences[language];
  const what = outcome === 'hold' ? t.hold(approvals) : t[outcome];
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
  const t = sentences[place.language];
  const conditions = Object.entries(fieldsOf(rule['when'])).map(([name, value]) =>
    conditionText(name, value, place),
  );
  const { note } = rule;
  const action = rule['do'];
  const approvals = fieldsOf(action)['hold'];
  const outcome = action === 'allow' || action === 'refuse' ? action : 'hold';
  const held = typeof approvals === 'number' ? t.hold(approvals) : JSON.stringify(action);
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
  const t = sentences[language];
  const fields = fieldsOf(value);
  const window = `${textOf(fields['hours'])} h`;
  const per = wordOf(fields['per'] ?? 'project', language);
  switch (name) {
    case 'amountAbove':
      return t.amountAbove(amountText(value, place));
    case 'sumAbove':
      return t.sumAbove(amountText(fields['amount'], place), window, per);
    case 'countAbove':
      return t.countAbove(textOf(fields['count']), window, per);
    case 'destination':
      return value === 'listed' ? t.listed : t.unlisted;
    case 'destinationNewerThanHours':
      return t.newer(`${textOf(value)} h`);
    case 'looksLikeKnown':
      return t.looksLike;
    case 'beneficiaryMissing':
      return t.noBeneficiary;
    case 'outsideHours':
      return [
        t.outside(textOf(fields['from']), textOf(fields['to'])),
        ` (${listText(fields['days'] ?? [], language) || t.everyDay}, ${place.zone})`,
      ].join('');
    case 'coin':
    case 'key':
    case 'customer':
      return t[name](listText(value));
    case 'risk':
    case 'feeLevel':
      return t[name](listText(value, language));
    default:
      return words[language].labelled(name, JSON.stringify(value));
  }
}

/** In the words of a language, where the values are words and no names. */
function listText(value: unknown, language?: Language): string {
  if (!Array.isArray(value)) return '';
  return value
    .map((each) => (language === undefined ? textOf(each) : wordOf(each, language)))
    .join(', ');
}

function wordOf(value: unknown, language: Language): string {
  const words: Readonly<Record<string, string>> = choiceLabels[language];
  return words[textOf(value)] ?? textOf(value);
}

function amountText(value: unknown, { currency, locale }: Place): string {
  const text = textOf(value);
  return `${/^\d+(\.\d+)?$/.test(text) ? amountIn(locale, text, currency) : text} ${currency}`;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function fieldsOf(value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : {};
}

function parsed(document: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(document));
  } catch {
    return null;
  }
}

const approvers = {
  en: counted('en', { one: 'it waits for # approver', other: 'it waits for # approvers' }),
  de: counted('de', { one: 'sie wartet auf # Freigeber', other: 'sie wartet auf # Freigeber' }),
  fr: counted('fr', { one: 'il attend # approbateur', other: 'il attend # approbateurs' }),
  es: counted('es', { one: 'espera a # aprobador', other: 'espera a # aprobadores' }),
};

const sentences = defineMessages(
  {
    always: 'always',
    allow: 'it is allowed',
    refuse: 'it is refused',
    hold: (people: number): string =>
      people === 0 ? 'it waits for the operator' : approvers.en(people),
    amountAbove: (amount: string) => `it is worth more than ${amount}`,
    sumAbove: (amount: string, hours: string, per: string) =>
      `with it, more than ${amount} is sent in ${hours} (by ${per})`,
    countAbove: (count: string, hours: string, per: string) =>
      `with it, there are more than ${count} in ${hours} (by ${per})`,
    listed: 'the destination is in the address book',
    unlisted: 'the destination is not in the address book',
    newer: (hours: string) => `the destination is new, or known for less than ${hours}`,
    looksLike: 'the destination is unknown and looks like a known one',
    noBeneficiary: 'it does not say whom it pays',
    outside: (from: string, to: string) => `it is not ${from} to ${to}`,
    everyDay: 'every day',
    coin: (list: string) => `it sends ${list}`,
    key: (list: string) => `it was asked for with the key ${list}`,
    customer: (list: string) => `it is for the customer ${list}`,
    risk: (list: string) => `the risk of the destination is ${list}`,
    feeLevel: (list: string) => `it pays the network at the level ${list}`,
  },
  {
    de: {
      always: 'immer',
      allow: 'sie ist erlaubt',
      refuse: 'sie wird abgelehnt',
      hold: (people) => (people === 0 ? 'sie wartet auf den Betreiber' : approvers.de(people)),
      amountAbove: (amount) => `sie ist mehr wert als ${amount}`,
      sumAbove: (amount, hours, per) =>
        `mit ihr werden in ${hours} mehr als ${amount} gesendet (je ${per})`,
      countAbove: (count, hours, per) =>
        `mit ihr sind es in ${hours} mehr als ${count} (je ${per})`,
      listed: 'das Ziel steht im Adressbuch',
      unlisted: 'das Ziel steht nicht im Adressbuch',
      newer: (hours) => `das Ziel ist neu, oder seit weniger als ${hours} bekannt`,
      looksLike: 'das Ziel ist unbekannt und sieht einem bekannten ähnlich',
      noBeneficiary: 'sie sagt nicht, wen sie bezahlt',
      outside: (from, to) => `es ist nicht ${from} bis ${to}`,
      everyDay: 'jeden Tag',
      coin: (list) => `sie sendet ${list}`,
      key: (list) => `sie wurde mit dem Schlüssel ${list} verlangt`,
      customer: (list) => `sie ist für den Kunden ${list}`,
      risk: (list) => `das Risiko des Ziels ist ${list}`,
      feeLevel: (list) => `sie zahlt dem Netz die Stufe ${list}`,
    },
    fr: {
      always: 'toujours',
      allow: 'il est permis',
      refuse: 'il est refusé',
      hold: (people) => (people === 0 ? 'il attend l’exploitant' : approvers.fr(people)),
      amountAbove: (amount) => `il vaut plus de ${amount}`,
      sumAbove: (amount, hours, per) =>
        `avec lui, plus de ${amount} sont envoyés en ${hours} (par ${per})`,
      countAbove: (count, hours, per) =>
        `avec lui, il y en a plus de ${count} en ${hours} (par ${per})`,
      listed: 'la destination est dans le carnet d’adresses',
      unlisted: 'la destination n’est pas dans le carnet d’adresses',
      newer: (hours) => `la destination est nouvelle, ou connue depuis moins de ${hours}`,
      looksLike: 'la destination est inconnue et ressemble à une connue',
      noBeneficiary: 'il ne dit pas qui il paie',
      outside: (from, to) => `il n’est pas entre ${from} et ${to}`,
      everyDay: 'tous les jours',
      coin: (list) => `il envoie ${list}`,
      key: (list) => `il a été demandé avec la clé ${list}`,
      customer: (list) => `il est pour le client ${list}`,
      risk: (list) => `le risque de la destination est ${list}`,
      feeLevel: (list) => `il paie le réseau au niveau ${list}`,
    },
    es: {
      always: 'siempre',
      allow: 'se permite',
      refuse: 'se rechaza',
      hold: (people) => (people === 0 ? 'espera al operador' : approvers.es(people)),
      amountAbove: (amount) => `vale más de ${amount}`,
      sumAbove: (amount, hours, per) =>
        `con él se envían más de ${amount} en ${hours} (por ${per})`,
      countAbove: (count, hours, per) => `con él hay más de ${count} en ${hours} (por ${per})`,
      listed: 'el destino está en la libreta de direcciones',
      unlisted: 'el destino no está en la libreta de direcciones',
      newer: (hours) => `el destino es nuevo, o conocido desde hace menos de ${hours}`,
      looksLike: 'el destino es desconocido y se parece a uno conocido',
      noBeneficiary: 'no dice a quién paga',
      outside: (from, to) => `no son de ${from} a ${to}`,
      everyDay: 'todos los días',
      coin: (list) => `envía ${list}`,
      key: (list) => `se pidió con la clave ${list}`,
      customer: (list) => `es para el cliente ${list}`,
      risk: (list) => `el riesgo del destino es ${list}`,
      feeLevel: (list) => `paga a la red el nivel ${list}`,
    },
  },
);
