// What the doctor's findings tell, from their values, in words. The compiler wants all of it in all languages.
import type { OperatorApi } from '../../shared/api-types.ts';
import type { Language } from '../../shared/i18n.tsx';

type Detail = NonNullable<OperatorApi['doctor']['output'][number]['detail']>;

/** For each code, words of what has it. */
type DetailTexts = {
  readonly [C in Detail['code']]: (of: Detail extends infer D ? Having<D, C> : never) => string;
};
type Having<D, C> = D extends { readonly code: infer K } ? (C extends K ? D : never) : never;

const en: DetailTexts = {
  none: () => 'None.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `It is ${seconds} s ahead of the clock of the database.`,
  clock_behind: ({ seconds }) => `It is ${seconds} s behind the clock of the database.`,
  covered: ({ held, owed }) => `The wallet holds ${held}, the books own ${owed} of it.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `Merchants own ${owed}; the wallet holds ${held}${apart === null ? '' : ` (${apart} of it beside tokens)`}, declared elsewhere: ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'There are no fresh rates to value it.' : `When all are paid out: ${rest}.`,
  sums_differ: ({ coins }) => `They are not what the outputs sum to: ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Outputs beside tokens: ${outputs}, with ${amount}. They are never spent.`,
  contested: ({ count }) => `Unconfirmed, and their money is spent twice: ${count}.`,
  small: (of) =>
    `${of.dear} of ${of.outputs} outputs lose a tenth or more to an input of ${of.per_input}: ${of.small} cost ${of.cost} of their ${of.small_amount}, and ${of.uneconomical} with ${of.uneconomical_amount} cost more than they bring.`,
  await_final: ({ count, projects }) =>
    `Waiting for final blocks: ${count}, of projects: ${projects}.`,
};

const de: DetailTexts = {
  none: () => 'Keine.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `Sie geht der Uhr der Datenbank um ${seconds} s vor.`,
  clock_behind: ({ seconds }) => `Sie geht der Uhr der Datenbank um ${seconds} s nach.`,
  covered: ({ held, owed }) => `Die Wallet hält ${held}, davon gehören den Büchern ${owed}.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `Händlern gehören ${owed}; die Wallet hält ${held}${apart === null ? '' : ` (davon ${apart} neben Token)`}, anderswo erklärt: ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'Es gibt keine frischen Kurse dafür.' : `Wenn alle ausgezahlt sind: ${rest}.`,
  sums_differ: ({ coins }) => `Sie sind nicht die Summe der Ausgänge: ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Ausgänge neben Token: ${outputs}, mit ${amount}. Sie werden nie ausgegeben.`,
  contested: ({ count }) => `Unbestätigt, und ihr Geld ist doppelt ausgegeben: ${count}.`,
  small: (of) =>
    `${of.dear} von ${of.outputs} Ausgängen verlieren ein Zehntel oder mehr an einen Eingang von ${of.per_input}: ${of.small} kosten ${of.cost} ihrer ${of.small_amount}, und ${of.uneconomical} mit ${of.uneconomical_amount} kosten mehr, als sie bringen.`,
  await_final: ({ count, projects }) =>
    `Warten auf endgültige Blöcke: ${count}, aus Projekten: ${projects}.`,
};

const fr: DetailTexts = {
  none: () => 'Aucun.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `Elle avance de ${seconds} s sur celle de la base de données.`,
  clock_behind: ({ seconds }) => `Elle retarde de ${seconds} s sur celle de la base de données.`,
  covered: ({ held, owed }) =>
    `Le portefeuille détient ${held}, dont ${owed} appartiennent aux livres.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `Les marchands possèdent ${owed} ; le portefeuille détient ${held}${apart === null ? '' : ` (dont ${apart} à côté de jetons)`}, déclaré ailleurs : ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'Aucun cours frais pour l’évaluer.' : `Une fois tous payés : ${rest}.`,
  sums_differ: ({ coins }) => `Ce n’est pas la somme des sorties : ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Sorties à côté de jetons : ${outputs}, avec ${amount}. Elles ne sont jamais dépensées.`,
  contested: ({ count }) => `Non confirmés, et leur argent est dépensé deux fois : ${count}.`,
  small: (of) =>
    `${of.dear} sorties sur ${of.outputs} perdent un dixième ou plus à une entrée de ${of.per_input} : ${of.small} coûtent ${of.cost} de leurs ${of.small_amount}, et ${of.uneconomical} avec ${of.uneconomical_amount} coûtent plus qu’elles n’apportent.`,
  await_final: ({ count, projects }) =>
    `En attente de blocs définitifs : ${count}, de projets : ${projects}.`,
};

const es: DetailTexts = {
  none: () => 'Ninguno.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `Va ${seconds} s por delante del de la base de datos.`,
  clock_behind: ({ seconds }) => `Va ${seconds} s por detrás del de la base de datos.`,
  covered: ({ held, owed }) => `El monedero tiene ${held}, de lo que ${owed} es de los libros.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `De los comerciantes son ${owed}; el monedero tiene ${held}${apart === null ? '' : ` (${apart} junto a tokens)`}, declarado en otro lugar: ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'No hay cotizaciones recientes.' : `Cuando se haya pagado a todos: ${rest}.`,
  sums_differ: ({ coins }) => `No son la suma de las salidas: ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Salidas junto a tokens: ${outputs}, con ${amount}. Nunca se gastan.`,
  contested: ({ count }) => `Sin confirmar, y su dinero se gastó dos veces: ${count}.`,
  small: (of) =>
    `${of.dear} de ${of.outputs} salidas pierden una décima parte o más en una entrada de ${of.per_input}: ${of.small} cuestan ${of.cost} de sus ${of.small_amount}, y ${of.uneconomical} con ${of.uneconomical_amount} cuestan más de lo que traen.`,
  await_final: ({ count, projects }) =>
    `Esperan bloques definitivos: ${count}, de proyectos: ${projects}.`,
};

const texts: Readonly<Record<Language, DetailTexts>> = { en, de, fr, es };

export function detailText(detail: Detail, language: Language): string {
  const words = texts[language][detail.code] as (of: Detail) => string;
  return words(detail);
}
