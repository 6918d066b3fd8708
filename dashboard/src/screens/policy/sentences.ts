// A policy read as sentences. What is not understood is shown as it was written: the service alone decides what holds.
import { counted, defineMessages, type Language } from '../../shared/i18n.tsx';

export interface RuleText {
  readonly name: string;
  readonly note: string | null;
  readonly conditions: readonly string[];
  readonly outcome: 'allow' | 'hold' | 'refuse';
  readonly decides: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Null for what is no policy. */
export function sentencesOf(document: string, language: Language): readonly RuleText[] | null {
  const policy = parsed(document);
  const rules = policy?.['rules'];
  if (!Array.isArray(rules)) return null;
  const currency = textOf(policy?.['currency'] ?? 'EUR');
  return rules.map((each: unknown) => ruleText(fieldsOf(each), { currency, language }));
}

/** What was decided, and by which rule. */
export function decidedText({ outcome, rule, approvals }: Decided, language: Language): string {
  const t = sentences[language];
  return `${outcome === 'hold' ? t.hold(approvals) : t[outcome]} (${rule})`;
}

interface Decided {
  readonly outcome: RuleText['outcome'];
  readonly rule: string;
  readonly approvals: number;
}

interface Place {
  readonly currency: string;
  readonly language: Language;
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
    name: textOf(rule['name']),
    note: typeof note === 'string' && note !== '' ? note : null,
    conditions: conditions.length === 0 ? [t.always] : conditions,
    outcome,
    decides: outcome === 'hold' ? held : t[outcome],
  };
}

function conditionText(name: string, value: unknown, { currency, language }: Place): string {
  const t = sentences[language];
  const fields = fieldsOf(value);
  const window = `${textOf(fields['hours'])} h`;
  const per = textOf(fields['per'] ?? 'project');
  switch (name) {
    case 'amountAbove':
      return t.amountAbove(`${textOf(value)} ${currency}`);
    case 'sumAbove':
      return t.sumAbove(`${textOf(fields['amount'])} ${currency}`, window, per);
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
      return t.outside(textOf(fields['from']), textOf(fields['to']), listText(fields['days']));
    case 'coin':
    case 'key':
    case 'customer':
    case 'risk':
    case 'feeLevel':
      return t[name](listText(value));
    default:
      return `${name}: ${JSON.stringify(value)}`;
  }
}

const listText = (value: unknown) => (Array.isArray(value) ? value.map(textOf).join(', ') : '');

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
    outside: (from: string, to: string, days: string) => `it is not ${from} to ${to} (${days})`,
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
      outside: (from, to, days) => `es ist nicht ${from} bis ${to} (${days})`,
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
      outside: (from, to, days) => `il n’est pas ${from} à ${to} (${days})`,
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
      outside: (from, to, days) => `no son de ${from} a ${to} (${days})`,
      coin: (list) => `envía ${list}`,
      key: (list) => `se pidió con la clave ${list}`,
      customer: (list) => `es para el cliente ${list}`,
      risk: (list) => `el riesgo del destino es ${list}`,
      feeLevel: (list) => `paga a la red el nivel ${list}`,
    },
  },
);
