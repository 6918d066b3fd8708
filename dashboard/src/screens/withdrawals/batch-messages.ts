// What paying many from a file says.
import { counted, defineMessages } from '../../shared/i18n.tsx';

const sentRows = {
  en: counted('en', { one: '# row is sent', other: '# rows are sent one after the other' }),
  de: counted('de', {
    one: '# Zeile wird gesendet',
    other: '# Zeilen werden nacheinander gesendet',
  }),
  fr: counted('fr', {
    one: '# ligne est envoyée',
    other: '# lignes sont envoyées l’une après l’autre',
  }),
  es: counted('es', { one: 'Se envía # fila', other: 'Se envían # filas una tras otra' }),
};

const sending = {
  en: counted('en', { one: 'send # withdrawal of a file', other: 'send # withdrawals of a file' }),
  de: counted('de', {
    one: '# Auszahlung einer Datei senden',
    other: '# Auszahlungen einer Datei senden',
  }),
  fr: counted('fr', {
    one: 'envoyer # retrait d’un fichier',
    other: 'envoyer # retraits d’un fichier',
  }),
  es: counted('es', {
    one: 'enviar # retirada de un archivo',
    other: 'enviar # retiradas de un archivo',
  }),
};

export const batchMessages = defineMessages(
  {
    title: 'Pay many from a file',
    back: 'All withdrawals',
    columns:
      'A CSV file with the columns address, amount and currency, and if you like: coin (else the currency), account (else the currency), network, network_fee_level, custom_id, customer_id. At most 500 rows: for more people, choose several files one after the other. Save it from any spreadsheet: amounts are read as 12.50, 12,50 or 1.234,56, and an amount that can mean two, such as 1.000, is refused.',
    choose: 'Choose a file',
    forget: 'Forget this file',
    forgetTitle: 'Forget what was not sent?',
    forgetWhat: (waiting: number, all: number) =>
      `${waiting} of ${all} rows were not sent yet. What was sent stays sent; the others are forgotten, until you choose their file again.`,
    repeated: counted('en', {
      one: '# row was sent before',
      other: '# rows were sent before',
    }),
    repeatedWhy:
      'They pay the same amount to the same address as withdrawals that a file made before, and have no custom_id that tells them apart.',
    leaveOut: counted('en', { one: 'Leave # row out', other: 'Leave # rows out' }),
    onceMore: counted('en', { one: 'Pay # row once more', other: 'Pay # rows once more' }),
    onceMoreTitle: 'Pay the same once more?',
    onceMoreWhat: counted('en', {
      one: '# row was sent before, and is made ready to be sent a second time. Nothing is sent yet.',
      other:
        '# rows were sent before, and are made ready to be sent a second time. Nothing is sent yet.',
    }),
    wrongFile: 'This file cannot be read',
    missing: (column: string) => `The column ${column} is missing.`,
    unknown: (column: string) => `The column ${column} means nothing here.`,
    twice: (column: string) => `The column ${column} is there twice.`,
    empty: (_column: string) => 'It has no rows.',
    long: (most: string) =>
      `It has more than ${most} rows: make several files of it. A custom_id of each row keeps anybody from being paid twice.`,
    fileLine: (line: number) => `Line ${line}`,
    cells:
      'More cells than columns. Put amounts with a comma in quotes, or save the file with semicolons.',
    checking: 'What would become of each row',
    wrongRows: counted('en', { one: '# row is not right', other: '# rows are not right' }),
    mend: 'Nothing was sent. Mend the file and choose it again.',
    progress: (done: number, all: number) => `${done} of ${all} sent.`,
    refused: counted('en', { one: '# was refused.', other: '# were refused.' }),
    stopped: 'The rest',
    send: counted('en', { one: 'Send # withdrawal', other: 'Send # withdrawals' }),
    goOn: counted('en', { one: 'Go on with # withdrawal', other: 'Go on with # withdrawals' }),
    sum: (sum: string) => `${sum} in all, at the prices of now`,
    sendTitle: 'Send all of them?',
    what: (count: number, sum: string | null) =>
      `${sentRows.en(count)}${sum === null ? '' : `, ${sum} at the prices of now`}. Each is paid once, however often this is tried. It cannot be taken back.`,
    checkConfirms: counted('en', {
      one: 'check # row of a file; nothing is sent',
      other: 'check # rows of a file; nothing is sent',
    }),
    confirms: (count: number, sum: string | null) =>
      `${sending.en(count)}${sum === null ? '' : `, ${sum}`}`,
    rows: 'Rows of the file',
    line: 'Row',
    result: 'Result',
    waits: 'waits',
    open: (n: number) => `Open row ${n}`,
  },
  {
    de: {
      title: 'Viele aus einer Datei zahlen',
      back: 'Alle Auszahlungen',
      columns:
        'Eine CSV-Datei mit den Spalten address, amount und currency, auf Wunsch: coin (sonst die Währung), account (sonst die Währung), network, network_fee_level, custom_id, customer_id. Höchstens 500 Zeilen: für mehr Leute mehrere Dateien nacheinander. Sie können sie aus jeder Tabellenkalkulation speichern: Beträge werden als 12.50, 12,50 oder 1.234,56 gelesen, und ein Betrag, der zweierlei bedeuten kann, etwa 1.000, wird abgelehnt.',
      choose: 'Datei wählen',
      forget: 'Datei vergessen',
      forgetTitle: 'Vergessen, was nicht gesendet ist?',
      forgetWhat: (waiting, all) =>
        `${waiting} von ${all} Zeilen sind noch nicht gesendet. Was gesendet ist, bleibt gesendet; die anderen werden vergessen, bis Sie ihre Datei wieder wählen.`,
      repeated: counted('de', {
        one: '# Zeile wurde schon gesendet',
        other: '# Zeilen wurden schon gesendet',
      }),
      repeatedWhy:
        'Sie zahlen denselben Betrag an dieselbe Adresse wie Auszahlungen, die eine Datei schon gemacht hat, und haben keine custom_id, die sie unterscheidet.',
      leaveOut: counted('de', { one: '# Zeile weglassen', other: '# Zeilen weglassen' }),
      onceMore: counted('de', {
        one: '# Zeile noch einmal zahlen',
        other: '# Zeilen noch einmal zahlen',
      }),
      onceMoreTitle: 'Dasselbe noch einmal zahlen?',
      onceMoreWhat: counted('de', {
        one: '# Zeile wurde schon gesendet und wird bereit gemacht, ein zweites Mal gesendet zu werden. Noch wird nichts gesendet.',
        other:
          '# Zeilen wurden schon gesendet und werden bereit gemacht, ein zweites Mal gesendet zu werden. Noch wird nichts gesendet.',
      }),
      wrongFile: 'Diese Datei ist nicht zu lesen',
      missing: (column) => `Die Spalte ${column} fehlt.`,
      unknown: (column) => `Die Spalte ${column} sagt hier nichts.`,
      twice: (column) => `Die Spalte ${column} kommt zweimal vor.`,
      empty: () => 'Sie hat keine Zeilen.',
      long: (most) =>
        `Sie hat mehr als ${most} Zeilen: machen Sie mehrere Dateien daraus. Eine custom_id je Zeile sorgt dafür, dass niemand zweimal bezahlt wird.`,
      fileLine: (line) => `Zeile ${line} der Datei`,
      cells:
        'Mehr Zellen als Spalten. Setzen Sie Beträge mit Komma in Anführungszeichen, oder speichern Sie die Datei mit Semikolons.',
      checking: 'Was aus jeder Zeile würde',
      wrongRows: counted('de', { one: '# Zeile stimmt nicht', other: '# Zeilen stimmen nicht' }),
      mend: 'Nichts wurde gesendet. Berichtigen Sie die Datei und wählen Sie sie erneut.',
      progress: (done, all) => `${done} von ${all} gesendet.`,
      refused: counted('de', { one: '# wurde abgelehnt.', other: '# wurden abgelehnt.' }),
      stopped: 'Der Rest',
      send: counted('de', { one: '# Auszahlung senden', other: '# Auszahlungen senden' }),
      goOn: counted('de', {
        one: 'Mit # Auszahlung fortfahren',
        other: 'Mit # Auszahlungen fortfahren',
      }),
      sum: (sum) => `${sum} insgesamt, zu den Preisen von jetzt`,
      sendTitle: 'Alle senden?',
      what: (count, sum) =>
        `${sentRows.de(count)}${sum === null ? '' : `, ${sum} zu den Preisen von jetzt`}. Jede wird einmal bezahlt, wie oft es auch versucht wird. Das lässt sich nicht zurücknehmen.`,
      checkConfirms: counted('de', {
        one: 'prüfen, was aus # Zeile einer Datei würde; gesendet wird nichts',
        other: 'prüfen, was aus # Zeilen einer Datei würde; gesendet wird nichts',
      }),
      confirms: (count, sum) => `${sending.de(count)}${sum === null ? '' : `, ${sum}`}`,
      rows: 'Zeilen der Datei',
      line: 'Zeile',
      result: 'Ergebnis',
      waits: 'wartet',
      open: (n) => `Zeile ${n} öffnen`,
    },
    fr: {
      title: 'Payer plusieurs d’un fichier',
      back: 'Tous les retraits',
      columns:
        'Un fichier CSV avec les colonnes address, amount et currency, et au besoin : coin (sinon la devise), account (sinon la devise), network, network_fee_level, custom_id, customer_id. 500 lignes au plus : pour plus de monde, plusieurs fichiers l’un après l’autre. Enregistrez-le depuis n’importe quel tableur\u00a0: les montants sont lus comme 12.50, 12,50 ou 1.234,56, et un montant à double sens, comme 1.000, est refusé.',
      choose: 'Choisir un fichier',
      forget: 'Oublier ce fichier',
      forgetTitle: 'Oublier ce qui n’a pas été envoyé ?',
      forgetWhat: (waiting, all) =>
        `${waiting} lignes sur ${all} n’ont pas encore été envoyées. Ce qui est envoyé le reste ; les autres sont oubliées, jusqu’à ce que vous choisissiez de nouveau leur fichier.`,
      repeated: counted('fr', {
        one: '# ligne a déjà été envoyée',
        other: '# lignes ont déjà été envoyées',
      }),
      repeatedWhy:
        'Elles paient le même montant à la même adresse que des retraits déjà faits d’un fichier, et n’ont pas de custom_id qui les distingue.',
      leaveOut: counted('fr', {
        one: 'Laisser # ligne de côté',
        other: 'Laisser # lignes de côté',
      }),
      onceMore: counted('fr', {
        one: 'Payer # ligne encore une fois',
        other: 'Payer # lignes encore une fois',
      }),
      onceMoreTitle: 'Payer la même chose encore une fois ?',
      onceMoreWhat: counted('fr', {
        one: '# ligne a déjà été envoyée et sera prête à partir une deuxième fois. Rien n’est encore envoyé.',
        other:
          '# lignes ont déjà été envoyées et seront prêtes à partir une deuxième fois. Rien n’est encore envoyé.',
      }),
      wrongFile: 'Ce fichier est illisible',
      missing: (column) => `La colonne ${column} manque.`,
      unknown: (column) => `La colonne ${column} n’a pas de sens ici.`,
      twice: (column) => `La colonne ${column} y est deux fois.`,
      empty: () => 'Il n’a pas de lignes.',
      long: (most) =>
        `Il a plus de ${most} lignes : faites-en plusieurs fichiers. Une custom_id par ligne évite de payer quelqu’un deux fois.`,
      fileLine: (line) => `Ligne ${line} du fichier`,
      cells:
        'Plus de cellules que de colonnes. Mettez les montants à virgule entre guillemets, ou enregistrez le fichier avec des points-virgules.',
      checking: 'Le sort de chaque ligne',
      wrongRows: counted('fr', { one: '# ligne est fausse', other: '# lignes sont fausses' }),
      mend: 'Rien n’a été envoyé. Corrigez le fichier et choisissez-le de nouveau.',
      progress: (done, all) => `${done} sur ${all} envoyés.`,
      refused: counted('fr', { one: '# a été refusé.', other: '# ont été refusés.' }),
      stopped: 'Le reste',
      send: counted('fr', { one: 'Envoyer # retrait', other: 'Envoyer # retraits' }),
      goOn: counted('fr', { one: 'Continuer avec # retrait', other: 'Continuer avec # retraits' }),
      sum: (sum) => `${sum} en tout, aux prix actuels`,
      sendTitle: 'Tout envoyer ?',
      what: (count, sum) =>
        `${sentRows.fr(count)}${sum === null ? '' : `, ${sum} aux prix actuels`}. Chacune est payée une fois, quel que soit le nombre d’essais. C’est sans retour.`,
      checkConfirms: counted('fr', {
        one: 'vérifier # ligne d’un fichier ; rien n’est envoyé',
        other: 'vérifier # lignes d’un fichier ; rien n’est envoyé',
      }),
      confirms: (count, sum) => `${sending.fr(count)}${sum === null ? '' : `, ${sum}`}`,
      rows: 'Lignes du fichier',
      line: 'Ligne',
      result: 'Résultat',
      waits: 'attend',
      open: (n) => `Ouvrir la ligne ${n}`,
    },
    es: {
      title: 'Pagar a muchos desde un archivo',
      back: 'Todas las retiradas',
      columns:
        'Un archivo CSV con las columnas address, amount y currency y, si quiere: coin (si no, la divisa), account (si no, la divisa), network, network_fee_level, custom_id, customer_id. 500 filas como máximo: para más personas, varios archivos uno tras otro. Guárdelo desde cualquier hoja de cálculo: los importes se leen como 12.50, 12,50 o 1.234,56, y un importe que puede significar dos cosas, como 1.000, se rechaza.',
      choose: 'Elegir un archivo',
      forget: 'Olvidar este archivo',
      forgetTitle: '¿Olvidar lo que no se envió?',
      forgetWhat: (waiting, all) =>
        `${waiting} de ${all} filas aún no se enviaron. Lo enviado queda enviado; las demás se olvidan, hasta que elija de nuevo su archivo.`,
      repeated: counted('es', {
        one: '# fila ya se envió antes',
        other: '# filas ya se enviaron antes',
      }),
      repeatedWhy:
        'Pagan el mismo importe a la misma dirección que retiradas que ya hizo un archivo, y no tienen un custom_id que las distinga.',
      leaveOut: counted('es', { one: 'Dejar fuera # fila', other: 'Dejar fuera # filas' }),
      onceMore: counted('es', {
        one: 'Pagar # fila una vez más',
        other: 'Pagar # filas una vez más',
      }),
      onceMoreTitle: '¿Pagar lo mismo una vez más?',
      onceMoreWhat: counted('es', {
        one: '# fila ya se envió antes y queda lista para enviarse por segunda vez. Aún no se envía nada.',
        other:
          '# filas ya se enviaron antes y quedan listas para enviarse por segunda vez. Aún no se envía nada.',
      }),
      wrongFile: 'Este archivo no se puede leer',
      missing: (column) => `Falta la columna ${column}.`,
      unknown: (column) => `La columna ${column} no significa nada aquí.`,
      twice: (column) => `La columna ${column} está dos veces.`,
      empty: () => 'No tiene filas.',
      long: (most) =>
        `Tiene más de ${most} filas: haga varios archivos. Un custom_id por fila evita pagar a alguien dos veces.`,
      fileLine: (line) => `Línea ${line} del archivo`,
      cells:
        'Más celdas que columnas. Ponga los importes con coma entre comillas, o guarde el archivo con punto y coma.',
      checking: 'Qué sería de cada fila',
      wrongRows: counted('es', { one: '# fila no es correcta', other: '# filas no son correctas' }),
      mend: 'No se envió nada. Corrija el archivo y elíjalo de nuevo.',
      progress: (done, all) => `${done} de ${all} enviadas.`,
      refused: counted('es', { one: '# fue rechazada.', other: '# fueron rechazadas.' }),
      stopped: 'El resto',
      send: counted('es', { one: 'Enviar # retirada', other: 'Enviar # retiradas' }),
      goOn: counted('es', { one: 'Seguir con # retirada', other: 'Seguir con # retiradas' }),
      sum: (sum) => `${sum} en total, a los precios de ahora`,
      sendTitle: '¿Enviar todas?',
      what: (count, sum) =>
        `${sentRows.es(count)}${sum === null ? '' : `, ${sum} a los precios de ahora`}. Cada una se paga una vez, se intente cuantas veces se intente. No se puede deshacer.`,
      checkConfirms: counted('es', {
        one: 'comprobar # fila de un archivo; no se envía nada',
        other: 'comprobar # filas de un archivo; no se envía nada',
      }),
      confirms: (count, sum) => `${sending.es(count)}${sum === null ? '' : `, ${sum}`}`,
      rows: 'Filas del archivo',
      line: 'Fila',
      result: 'Resultado',
      waits: 'espera',
      open: (n) => `Abrir la fila ${n}`,
    },
  },
);
