// What each kind of alarm means and what to do about it, in German.
import type { KindTexts } from './kinds.ts';

export const de: KindTexts = {
  clock_wrong: {
    is: 'Die Uhr einer Maschine geht falsch',
    advice:
      'Stellen Sie die Uhr der genannten Maschine oder der Datenbank über NTP; bis dahin antwortet dieser Prozess nicht und arbeitet nicht. Der Alarm endet von selbst.',
  },
  callback_given_up: {
    is: 'Ein Rückruf wurde aufgegeben',
    advice:
      '36 Stunden lang hat sein Empfänger nichts bestätigt. Sehen Sie die gescheiterten Rückrufe an, lassen Sie den Empfänger richten, senden Sie sie erneut und erledigen Sie dann den Alarm.',
  },
  node_silent: {
    is: 'Kein Knoten antwortet',
    advice:
      'Seit zwei Minuten sagt der Knoten der Münze, oder jeder von mehreren, nichts: von ihr wird nichts bemerkt und nichts gesendet. Starten Sie ihn; was inzwischen bezahlt wurde, wird dann gefunden, und der Alarm endet von selbst.',
  },
  node_behind: {
    is: 'Der neueste Block eines Knotens ist alt',
    advice:
      'Der Knoten der Münze antwortet und hat keinen neuen Block: er lädt noch die Kette oder hört nichts vom Netz. Was bezahlt wird, wird nicht gesehen. Sehen Sie sein Protokoll, seine Nachbarn und seine Uhr an; was inzwischen kam, wird gefunden, wenn er aufgeholt hat, und der Alarm endet von selbst.',
  },
  backup_old: {
    is: 'Die neueste Sicherung ist alt',
    advice:
      'Seit langem entstand keine gute Sicherung: Was sie macht (der Timer chaintill-backup, ein Skript), läuft nicht, hat keinen Platz, oder seine Sicherung wurde abgelehnt. Sehen Sie nach, was es sagt, und machen Sie jetzt eine: chaintill backup create --verify. Was seit der neuesten geschah, ginge mit dieser Maschine verloren. Der Alarm endet von selbst.',
  },
  backup_failed: {
    is: 'Es konnte keine Sicherung gemacht werden',
    advice:
      'Die Sicherung dieser Nacht misslang, aus dem Grund unten; nach einer Stunde, zwei, vier wird es erneut versucht. Beheben Sie ihn: Platz, ein nicht eingehängter Ordner, der Schlüssel eines Speichers. chaintill backup create --verify macht sofort eine. Der Alarm endet mit der nächsten, die gelingt.',
  },
  wal_not_stored: {
    is: 'Das Protokoll der Datenbank wird nicht abgelegt',
    advice:
      'Was seitdem geschieht, ginge mit dieser Maschine verloren: Der Ordner aus CHAINTILL_WAL_TO ist voll, nicht eingehängt oder gehört jemand anderem, oder darin liegt das Protokoll eines anderen Lebens dieser Datenbank. chaintill doctor und das Log des Dienstes sagen, was es ist. Was fehlt, wird bis 10 GB aufgehoben und abgelegt, sobald der Ordner wieder da ist. Der Alarm endet von selbst.',
  },
  backup_place_claimed: {
    is: 'Ein Sicherungsort gehört zu einem anderen Verlauf',
    advice:
      'Eine andere Instanz, die aus dieser Datenbank entstand, legt ihre Sicherungen oder ihr Protokoll an derselben Stelle ab; von dieser hier wird dort nichts abgelegt. Zwei Instanzen mit denselben Schlüsseln dürfen nie gleichzeitig laufen: Suchen Sie zuerst die andere. Führen Sie dann `chaintill backup take-over --to ORT` auf der Instanz aus, die weiterläuft, oder geben Sie einer von beiden einen anderen Ort. `chaintill backup list --from ORT` zeigt beide Verläufe. Der Alarm endet von selbst.',
  },
  node_not_used: {
    is: 'Ein Knoten wird nicht benutzt',
    advice:
      'Er ist fort, hinterher, auf einem anderen Zweig oder von einem anderen Netz; die anderen Knoten der Münze werden solange gefragt. Richten Sie ihn; der Alarm endet von selbst.',
  },
  return_refused: {
    is: 'Geld mit hohem Risiko konnte nicht zurück',
    advice:
      'Die Adresse des Zahlers hat hohes Risiko oder ist falsch, oder der Betrag deckt die Netzgebühr nicht. Senden Sie eine Kanalzahlung an eine andere Adresse zurück; eine Rechnung geben Sie frei, dann erstattet sie ihr Händler.',
  },
  deposit_reversed: {
    is: 'Die Kette hat eine gebuchte Zahlung zurückgenommen',
    advice:
      'War sie gutgeschrieben, steht der Betrag bei den Verlusten. Sprechen Sie mit dem Händler und belasten Sie das Konto, wenn er zustimmt. Der Alarm endet von selbst, wenn die Zahlung wiederkommt.',
  },
  deposit_changed: {
    is: 'Eine gebuchte Zahlung kam mit anderem Betrag wieder',
    advice:
      'Nach einem tiefen Umbau der Kette; die Bücher behalten den alten Betrag. Gleichen Sie den Unterschied auf dem Konto aus, wenn der Händler zustimmt.',
  },
  payment_without_transaction: {
    is: 'Eine Zahlung ohne eigene Transaktion',
    advice:
      'Der Knoten verfolgt keine Blöcke, und eine Adresse hielt mehr, als ihre Transaktionen sagen: gutgeschrieben unter dem Hash eines Blocks. Verbinden Sie einen Knoten, der verfolgt, und sehen Sie die Zahlung in einem Explorer nach.',
  },
  token_received: {
    is: 'Eine Zahlung trägt neben ihren Münzen ein Token',
    advice:
      'Die Münzen sind gutgeschrieben; der Ausgang bleibt gesondert und wird nie ausgegeben. Klären Sie mit dem Zahler, was aus dem Token wird, und erledigen Sie dann den Alarm mit einem Grund.',
  },
  token_paid_less: {
    is: 'Der Vertrag eines Tokens hat weniger bewegt als gemeldet',
    advice:
      'Gutgeschrieben ist, was die Adresse gewann. Fragen Sie den Herausgeber, was sich änderte, vielleicht eine neue Gebühr, und sagen Sie es den Händlern, die das Token anbieten.',
  },
  token_unmeasured: {
    is: 'Zahlungen eines Tokens ließen sich nicht messen',
    advice:
      'Die Blöcke wurden so spät gelesen, dass der Knoten die Guthaben nicht mehr kannte. Vergleichen Sie die Adresse der ersten Zahlung in einem Explorer und erledigen Sie dann den Alarm; lassen Sie den Dienst laufen, oder geben Sie ihm einen Knoten, der mehr behält.',
  },
  audit: {
    is: 'Die Bücher stimmen nicht',
    advice:
      'Die Auszahlungen des Projekts sind gestoppt. Melden Sie es: es ist ein Fehler des Programms, oder jemand hat die Datenbank verändert. Der Alarm endet von selbst, wenn eine spätere Prüfung nichts mehr findet.',
  },
  insolvent: {
    is: 'Händlern gehört mehr, als da ist',
    advice:
      'Finden Sie heraus, wie es dazu kam; bringen Sie die Münzen herbei, oder erklären Sie, was Sie anderswo halten. Der Alarm endet von selbst.',
  },
  declaration_old: {
    is: 'Die angegebenen Bestände wurden seit 35 Tagen nicht bestätigt',
    advice:
      'Die Solvenz zählt mit, was Sie anderswo halten, und niemand hat es seitdem bestätigt. Prüfen Sie das Konto und geben Sie den Betrag mit chaintill solvency declare neu an, oder geben Sie 0 an. Der Alarm endet mit der neuen Angabe.',
  },
  network_fees_lost: {
    is: 'Die Netze nahmen mehr, als Händler dafür zahlten',
    advice:
      'Sehen Sie die Wallets und ihre kleinen Zahlungen an. Ist es, wie es sein soll, setzen Sie CHAINTILL_NETWORK_FEE_LOSS höher. Der Alarm endet von selbst.',
  },
  payouts_stopped: {
    is: 'Auszahlungen eines Projekts sind gestoppt',
    advice:
      'Für es wird nichts Neues gesendet. Gehen Sie Ursache und Grund nach, dann heben Sie den Stopp auf. Der Alarm endet mit dem letzten Stopp des Projekts.',
  },
  hot_wallet_short: {
    is: 'Die Hot Wallet hat zu wenig',
    advice:
      'Senden Sie Münzen an die Adresse, die die Seite der Wallets zum Auffüllen zeigt. Die Auszahlungen warten; keine geht verloren. Der Alarm endet von selbst.',
  },
  gas_short: {
    is: 'Zu wenig, um die Gebühren eines Netzes zu zahlen',
    advice:
      'Auszahlungen eines Tokens warten auf die Münze, in der die Gebühren seines Netzes gezahlt werden. Senden Sie davon an die Adresse, die die Seite der Wallets zeigt. Keine geht verloren; der Alarm endet von selbst.',
  },
  payouts_await_final: {
    is: 'Eine Auszahlung wartet lange auf endgültige Blöcke',
    advice:
      'Seit drei Stunden sind die Blöcke nicht endgültig, die ihr Geld brachten. Bewegt sich die Kette der Einzahlungen? Sonst erhöhen Sie freshMoneyMaxEur des Projekts. Der Alarm endet von selbst.',
  },
  payee_refuses: {
    is: 'Ein Empfänger kann jetzt nicht bezahlt werden',
    advice:
      'Das Netz würde ihm nicht zahlen, aus dem Grund unten. Sagen Sie es dem Händler; brechen Sie die Auszahlung ab, oder lassen Sie sie, bis der Empfänger das geändert hat. Sie hält keine andere auf; der Alarm endet von selbst.',
  },
  spent_elsewhere: {
    is: 'Was ein Transfer ausgibt, hat ein anderer ausgegeben',
    advice:
      'Die Kette hat etwas anderes, als hier signiert wurde. Finden Sie heraus, wer die Schlüssel noch hat, bevor irgendetwas gesendet wird.',
  },
  transfer_changed: {
    is: 'Ein anderer unserer Transfers als zuvor ist bestätigt',
    advice:
      'Nach einem Umbau der Kette ist eine andere unserer eigenen Transaktionen derselben Auszahlung darin. Der Empfänger ist einmal bezahlt, und der Unterschied der Gebühr ist gebucht. Geben Sie dem Empfänger auf Nachfrage die neue Transaktions-ID, und beenden Sie dann die Meldung.',
  },
  transfer_failed_on_chain: {
    is: 'Ein Transfer ist in der Kette gescheitert',
    advice:
      'Er steht in einem Block und hat niemanden bezahlt. Sehen Sie die Transaktion in einem Explorer nach; die Auszahlung gilt als gescheitert und lässt sich abbrechen oder, ist die Ursache behoben, erneut senden.',
  },
  transfer_moved_otherwise: {
    is: 'Der Vertrag eines Tokens hat anderes bewegt als verlangt',
    advice:
      'Der Empfänger bekam nicht den ganzen Betrag, etwa weil der Vertrag nun eine Gebühr behält. Sehen Sie in einem Explorer nach, was er bekam; klären Sie den Rest mit dem Händler, und schalten Sie das Token ab, solange sein Vertrag eine Gebühr behält.',
  },
  transfer_refused: {
    is: 'Ein Knoten lehnt einen signierten Transfer ab',
    advice:
      'Er wird trotzdem weiter gesendet. Vorübergehendes, wie ein voller Mempool, endet von selbst; ist es endgültig, beenden Sie die Auszahlung (chaintill withdrawals void). Ein falscher Schlüssel eines XRP-Kontos: richten Sie ihn, dann senden Sie die Auszahlung erneut.',
  },
  numbers_held_up: {
    is: 'Ein Transfer, der feststeckt, hält andere auf',
    advice:
      'Kein Block nimmt ihn, sein Budget für Gebühren ist verbraucht, und andere warten auf seine Nummer. Warten Sie, bis die Gebühren fallen, oder beenden Sie ihn (chaintill withdrawals void): die dahinter folgen. Der Alarm endet von selbst.',
  },
  signer_refused: {
    is: 'Der Signierer lehnt ab',
    advice:
      'Eine Auszahlung oder ihr Transfer ist nicht, was der Händler verlangte, oder über einer Grenze des Signierers. Finden Sie zuerst heraus, wer in die Datenbank schreibt; was nicht gezahlt werden darf, brechen Sie ab. Nennt der Grund „signer free“, sehen Sie den Beweis an und lassen ihn dann wieder signieren.',
  },
  no_signer: {
    is: 'Kein Signierer antwortet',
    advice:
      'Auszahlungen warten auf ihn. Starten Sie ihn; sein Protokoll sagt, warum er endete. Nichts geht verloren.',
  },
  quarantine: {
    is: 'Eine Münze ist in Quarantäne',
    advice:
      'Die Kette kennt Transaktionen mit unseren Schlüsseln, die diese Datenbank nicht kennt: eine ältere Sicherung wurde eingespielt, oder jemand anderes hat die Schlüssel. Sehen Sie die Liste der Quarantäne an, dann beenden Sie sie; bis dahin wird keine Auszahlung der Münze gesendet oder abgebrochen.',
  },
  unknown_spend: {
    is: 'Jemand gibt aus, was uns gehört',
    advice:
      'Eine Transaktion, die nicht unsere ist, gibt einen Ausgang von uns aus oder benutzt eine Nummer von uns; die Münze ist in Quarantäne. Ging keine Datenbank zurück, halten Sie es für Diebstahl: stoppen Sie den Signierer, bringen Sie den Rest unter einen neuen Seed.',
  },
  database_went_back: {
    is: 'Die Datenbank ging in der Zeit zurück',
    advice:
      'Ihr fehlt, was ein laufender Prozess schrieb: ein Ersatz ohne das Ende übernahm, oder eine ältere Sicherung wurde eingespielt. Alle Münzen sind in Quarantäne. Tun Sie, was das Handbuch unter „after a restore“ sagt, und erledigen Sie dann den Alarm.',
  },
  database_moved: {
    is: 'Die Datenbank ist an einem anderen Ort',
    advice:
      'Ein Ersatz übernahm, oder der Dienst wurde auf einer Kopie gestartet. Adressen werden übersprungen; sonst geschah nichts. Ist es eine ältere Kopie, beginnen Sie eine Quarantäne; dann erledigen Sie den Alarm.',
  },
  cancelled_but_paid: {
    is: 'Eine abgebrochene Auszahlung wurde gezahlt',
    advice:
      'Der Händler bekam das Geld zurück, und es wurde auch gesendet. Sehen Sie die Transaktion nach; belasten Sie das Konto, wenn der Händler zustimmt, und erledigen Sie dann den Alarm.',
  },
};
