// What importing a file of addresses says.
import { counted, defineMessages } from '../../shared/i18n.tsx';

export const importMessages = defineMessages(
  {
    open: 'Import a list',
    title: 'Import a list',
    about:
      'One address a line, or CSV with a column address, and currency if you like; at most 100,000 lines. Nothing changes before you have seen what would.',
    choose: 'Choose a file',
    long: 'It has more than 100,000 lines. Longer lists are read at the start: CHAINTILL_RISK_LISTS.',
    check: 'Check the file',
    mend: 'Nothing was taken. Mend the file and choose it again.',
    line: (number: string) => `line ${number}`,
    notOf: (coin: string | null, hasTag: boolean) =>
      coin === null
        ? 'not an address of any coin'
        : `not a ${coin} address${hasTag ? ' without a tag' : ''}`,
    where: 'Where',
    text: 'What stands there',
    rule: 'What is wrong',
    chosen: (name: string) => `${name}: choose another`,
    take: counted('en', { one: 'Import # new address', other: 'Import # new addresses' }),
    wrong: counted('en', { one: '# line is no address', other: '# lines are no addresses' }),
    progress: (done: number, all: number) => `${done} of ${all} parts`,
    found: (fresh: number, known: number, ignored: number) =>
      `${fresh} new, ${known} on the list already, ${ignored} of coins that the till does not have`,
    confirms: (count: number, list: string) => `put ${count} addresses onto the list: ${list}`,
  },
  {
    de: {
      open: 'Liste einlesen',
      title: 'Liste einlesen',
      about:
        'Eine Adresse je Zeile, oder CSV mit einer Spalte address und auf Wunsch currency; höchstens 100.000 Zeilen. Nichts ändert sich, bevor Sie gesehen haben, was sich ändern würde.',
      choose: 'Datei wählen',
      long: 'Sie hat mehr als 100.000 Zeilen. Längere Listen werden beim Start gelesen: CHAINTILL_RISK_LISTS.',
      check: 'Datei prüfen',
      mend: 'Nichts wurde übernommen. Berichtigen Sie die Datei und wählen Sie sie erneut.',
      line: (number) => `Zeile ${number}`,
      notOf: (coin, hasTag) =>
        coin === null
          ? 'keine Adresse irgendeines Coins'
          : `keine ${coin}-Adresse${hasTag ? ' ohne Tag' : ''}`,
      where: 'Wo',
      text: 'Was dort steht',
      rule: 'Was nicht stimmt',
      chosen: (name) => `${name}: andere wählen`,
      take: counted('de', {
        one: '# neue Adresse übernehmen',
        other: '# neue Adressen übernehmen',
      }),
      wrong: counted('de', {
        one: '# Zeile ist keine Adresse',
        other: '# Zeilen sind keine Adressen',
      }),
      progress: (done, all) => `${done} von ${all} Teilen`,
      found: (fresh, known, ignored) =>
        `${fresh} neu, ${known} schon auf der Liste, ${ignored} von Coins, die die Kasse nicht hat`,
      confirms: (count, list) => `${count} Adressen auf die Liste setzen: ${list}`,
    },
    fr: {
      open: 'Importer une liste',
      title: 'Importer une liste',
      about:
        'Une adresse par ligne, ou un CSV avec une colonne address et au besoin currency ; 100 000 lignes au plus. Rien ne change avant que vous n’ayez vu ce qui changerait.',
      choose: 'Choisir un fichier',
      long: 'Il a plus de 100 000 lignes. Les listes plus longues sont lues au démarrage : CHAINTILL_RISK_LISTS.',
      check: 'Vérifier le fichier',
      mend: 'Rien n’a été repris. Corrigez le fichier et choisissez-le de nouveau.',
      line: (number) => `ligne ${number}`,
      notOf: (coin, hasTag) =>
        coin === null
          ? 'adresse d’aucune monnaie'
          : `pas une adresse ${coin}${hasTag ? ' sans étiquette' : ''}`,
      where: 'Où',
      text: 'Ce qui y est',
      rule: 'Ce qui ne va pas',
      chosen: (name) => `${name} : en choisir un autre`,
      take: counted('fr', {
        one: 'Importer # nouvelle adresse',
        other: 'Importer # nouvelles adresses',
      }),
      wrong: counted('fr', {
        one: '# ligne n’est pas une adresse',
        other: '# lignes ne sont pas des adresses',
      }),
      progress: (done, all) => `${done} parties sur ${all}`,
      found: (fresh, known, ignored) =>
        `${fresh} nouvelles, ${known} déjà sur la liste, ${ignored} de monnaies que la caisse n’a pas`,
      confirms: (count, list) => `mettre ${count} adresses sur la liste : ${list}`,
    },
    es: {
      open: 'Importar una lista',
      title: 'Importar una lista',
      about:
        'Una dirección por línea, o CSV con una columna address y, si quiere, currency; 100.000 líneas como máximo. Nada cambia antes de que vea lo que cambiaría.',
      choose: 'Elegir un archivo',
      long: 'Tiene más de 100.000 líneas. Las listas más largas se leen al arrancar: CHAINTILL_RISK_LISTS.',
      check: 'Comprobar el archivo',
      mend: 'No se tomó nada. Corrija el archivo y elíjalo de nuevo.',
      line: (number) => `línea ${number}`,
      notOf: (coin, hasTag) =>
        coin === null
          ? 'no es dirección de ninguna moneda'
          : `no es una dirección ${coin}${hasTag ? ' sin etiqueta' : ''}`,
      where: 'Dónde',
      text: 'Lo que pone',
      rule: 'Lo que está mal',
      chosen: (name) => `${name}: elegir otro`,
      take: counted('es', {
        one: 'Importar # dirección nueva',
        other: 'Importar # direcciones nuevas',
      }),
      wrong: counted('es', {
        one: '# línea no es una dirección',
        other: '# líneas no son direcciones',
      }),
      progress: (done, all) => `${done} de ${all} partes`,
      found: (fresh, known, ignored) =>
        `${fresh} nuevas, ${known} ya en la lista, ${ignored} de monedas que la caja no tiene`,
      confirms: (count, list) => `poner ${count} direcciones en la lista: ${list}`,
    },
  },
);
