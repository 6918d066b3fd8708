// Error texts in German: a sentence per code with the next step, and field problems.
import type { RefusalMessages } from './problems.ts';

export const messages: RefusalMessages = {
  errors: {
    wrong_passkey:
      'Dieser Passkey ist hier nicht bekannt oder nicht Ihrer. Nehmen Sie einen anderen.',
    passkey_counter_mismatch:
      'Dieser Passkey hat rückwärts gezählt: Es kann eine Kopie geben. Entfernen Sie ihn.',
    wrong_credentials: 'Name, Passwort oder Code stimmt nicht.',
    wrong_code:
      'Der Code ist falsch oder abgelaufen. Nehmen Sie den nächsten, den Ihr Gerät zeigt.',
    too_many_tries:
      'Zu viele Fehlversuche. Passwörter gelten eine Stunde nicht; ein Passkey geht weiter.',
    last_sign_in_method: 'Dann bliebe nichts zum Anmelden. Richten Sie zuerst etwas anderes ein.',
    last_owner: 'Es ist der letzte Eigentümer. Machen Sie zuerst jemand anderen dazu.',
    sso_failed: 'Der Anbieter hat nicht gesagt, wer Sie sind. Versuchen Sie es erneut.',
    unauthenticated: 'Sie sind nicht mehr angemeldet. Melden Sie sich erneut an.',
    forbidden: 'Ihre Rolle erlaubt das nicht.',
    owner_required:
      'Das darf nur ein Eigentümer der Installation: Es geht darum, wer freigibt, was freigegeben wird, oder um einen Link für jemanden, der schon angemeldet war oder anderswo eine Rolle hat.',
    not_found: 'Das gibt es hier nicht, oder Sie dürfen es nicht sehen.',
    invalid: 'Etwas im Formular stimmt nicht.',
    invalid_status: 'Der Status lässt das nicht mehr zu. Sehen Sie noch einmal nach.',
    duplicate_custom_id: 'Diese Referenz wurde schon benutzt. Wählen Sie eine andere.',
    already_committed: 'Das wurde schon ausgeführt.',
    commit_window_expired:
      'Die Zeit zum Bestätigen ist um, nichts ist geschehen. Beginnen Sie neu.',
    idempotency_key_in_use: 'Der erste Versuch läuft noch. Warten Sie einen Moment.',
    high_risk_address: 'Die Adresse hat ein hohes Risiko. Dorthin wird nichts gesendet.',
    rate_limit_exceeded: 'Zu viele Anfragen. Warten Sie eine Minute.',
    rates_unavailable: 'Es gibt gerade keine frischen Kurse. Versuchen Sie es in einigen Sekunden.',
    network_fees_unavailable:
      'Die Kosten des Sendens sind noch nicht bekannt. Versuchen Sie es in einigen Sekunden.',
    risk_unavailable:
      'Die Adresse lässt sich gerade nicht prüfen. Versuchen Sie es in einigen Sekunden.',
    service_unavailable:
      'Gerade kann nichts gelesen oder gespeichert werden. Bitte gleich noch einmal.',
    internal_error:
      'Der Dienst ist gescheitert. Versuchen Sie es erneut und nennen Sie die Anfrage, wenn Sie es melden.',
    bad_request: 'Der Dienst hat die Anfrage nicht verstanden. Laden Sie die Seite neu.',
    request_timeout: 'Das Senden hat zu lange gedauert. Versuchen Sie es erneut.',
    request_header_fields_too_large: 'Die Anfrage ist zu groß.',
    unauthorized: 'Ihre Rolle erlaubt das nicht.',
    ip_not_allowed: 'Von Ihrer Adresse aus ist das nicht erlaubt.',
    cross_origin_forbidden: 'Die Anfrage kam von einer anderen Seite, darum ist nichts geschehen.',
    https_required: 'Das braucht eine verschlüsselte Verbindung: Öffnen Sie die Seite mit https.',
    step_up_needed: 'Bestätigen Sie noch einmal, wer Sie sind.',
    setup_required: 'Richten Sie zuerst einen Passkey ein, oder ein Passwort mit einem Code.',
    no_step_up_method:
      'Ihr Konto hat nichts zum Bestätigen. Richten Sie einen Passkey ein, oder ein Passwort mit einem Code.',
    otp_required: 'Es braucht einen Code Ihres Geräts oder einen Ihrer Wiederherstellungscodes.',
    link_expired: 'Dieser Link ist abgelaufen oder wurde benutzt. Bitten Sie um einen neuen.',
    passkeys_need_a_name:
      'Passkeys brauchen den Namen einer Maschine statt einer bloßen Adresse. Öffnen Sie die Seite mit ihrem Namen.',
    no_sso: 'Eine Anmeldung über einen Anbieter ist hier nicht eingerichtet.',
    self_approval_forbidden:
      'Sie haben sie beantragt oder könnten die Person sein, die es tat. Jemand anderes muss sie genehmigen.',
    own_correction:
      'Sie haben diese Korrektur beantragt oder könnten die Person sein, die es tat. Eine andere Person muss sie genehmigen.',
    already_approved: 'Sie haben sie schon genehmigt; es braucht jemand anderen.',
    approvals_missing: 'Eine Regel will, dass sie zuerst genehmigt wird.',
    needs_approval:
      'Eine Regel hält etwas aus der Liste an: genehmigen oder geben Sie es frei, dann beenden Sie die Quarantäne noch einmal.',
    not_reconciled:
      'Die Kette ist noch nicht bis zur Spitze gelesen. Vorher kann dies nicht enden: Läuft der Dienst?',
    unknown_spends: 'Sehen Sie zuerst jede der Liste an und bestätigen Sie es.',
    list_changed:
      'Die Liste ist jetzt eine andere, nichts ist geschehen. Schließen Sie dies und sehen Sie sie neu an.',
    not_in_a_block:
      'Eine Zahlung der Liste ist noch in keinem Block. Warten Sie, dann sehen Sie erneut hin.',
    method_not_allowed: 'Der Dienst kennt das nicht. Laden Sie die Seite neu.',
    payload_too_large: 'Das ist mehr, als der Dienst auf einmal nimmt. Senden Sie weniger.',
    unsupported_media_type: 'Der Dienst hat die Anfrage nicht verstanden. Laden Sie die Seite neu.',
    conflict: 'Das tut gerade jemand anderes. Warten Sie, bis es fertig ist.',
    idempotency_key_reused:
      'Unter diesem Versuch wurde etwas anderes gesendet. Laden Sie die Seite neu.',
    request_replayed: 'Diese Anfrage wurde schon ausgeführt.',
    already_sent:
      'Sie ist gesendet oder kann noch in der Kette sein: sie lässt sich nicht mehr beenden.',
    already_cancelled: 'Sie wurde schon abgebrochen.',
    not_committed: 'Sie wurde nicht bestätigt: sie läuft von selbst ab, und nichts wird gesendet.',
    not_yours_to_cancel:
      'Sie sendet eine Zahlung zurück, die nie auf Ihrem Konto war. Fragen Sie den Betreiber.',
    quarantine:
      'Die Münze ist in Quarantäne, da die Kette es als bezahlt kennen kann. Der Betreiber muss sie zuerst beenden.',
    not_signed: 'Nichts davon ist signiert. Brechen Sie sie stattdessen ab.',
    cannot_be_voided:
      'Sie lässt sich nicht ungültig machen: das Netz behält, was es zuerst sah, oder die Gebühr ist nicht gedeckt, oder der Signierer lehnt ab.',
    cannot_be_sent: 'Diese Münze kann hier nicht gesendet werden.',
    not_offered: 'Für diese Münze gibt es das nicht.',
    insufficient_funds: 'So viel ist nicht auf dem Konto.',
    refund_too_small: 'Was gesendet würde, deckt die Netzgebühr nicht.',
    outcome_unknown:
      'Niemand weiß, ob es geschehen ist. Sehen Sie nach, bevor Sie es erneut versuchen.',
  },
  problems: {
    must_be_filled: 'Muss ausgefüllt sein.',
    must_be_string: 'Muss ein Text sein.',
    must_be_object: 'Muss ein Objekt sein.',
    must_be_array: 'Muss eine Liste sein.',
    must_be_boolean: 'Muss ja oder nein sein.',
    must_be_integer: 'Muss eine ganze Zahl sein.',
    must_be_decimal: 'Muss eine Dezimalzahl sein.',
    must_be_time: 'Muss Datum und Uhrzeit sein.',
    must_be_url: 'Muss eine http- oder https-Adresse ohne Anmeldung darin sein.',
    must_be_uuid: 'Muss eine Id sein.',
    must_be_greater_than: 'Muss mehr als {value} sein.',
    must_be_greater_than_or_equal: 'Muss mindestens {value} sein.',
    must_be_less_than_or_equal: 'Darf höchstens {value} sein.',
    must_be_included_in: 'Muss eines davon sein: {list}.',
    exactly_one_of: 'Geben Sie genau eines davon an: {list}.',
    must_be_different: 'Muss sich von {other} unterscheiden.',
    must_be_unique: 'Gibt es schon.',
    length_must_be_less_than_or_equal: 'Darf höchstens {value} Zeichen haben.',
    length_must_be_greater_than_or_equal: 'Muss mindestens {value} Zeichen haben.',
    size_must_be_less_than_or_equal: 'Darf höchstens {value} Einträge haben.',
    bytes_must_be_less_than_or_equal: 'Darf höchstens {value} Bytes haben.',
    levels_must_be_less_than_or_equal: 'Darf höchstens {value} Ebenen tief verschachtelt sein.',
    bad_precision: 'Darf höchstens {precision} Nachkommastellen haben.',
    has_invalid_format: 'Muss so sein: {form}.',
    too_weak: 'Ist zu leicht zu erraten. Nehmen Sie mehrere Wörter.',
    has_your_name: 'Darf weder Ihren Namen noch Ihre Mailadresse enthalten.',
    was_published: 'Steht in einer Liste von Passwörtern, die anderswo gestohlen wurden.',
    must_be_free: 'Gehört schon jemand anderem.',
    invalid_coin_address: 'Muss eine gültige {currency}-Adresse sein.',
    own_address: 'Darf keine Adresse dieses Projekts selbst sein.',
    customer_not_found: 'Einen solchen Kunden gibt es nicht.',
    project_not_found: 'Ein solches Projekt gibt es nicht.',
    ambiguous_name: 'Mehrere Projekte heißen so. Geben Sie die Id an.',
    not_supported: 'Ist hier nicht möglich.',
    limit_exceeded: 'Ist über der Grenze der Regel „{rule}“.',
    refused_by_policy: 'Wird von der Regel „{rule}“ abgelehnt.',
  },
  addresses: {
    tag_missing:
      'Der Ziel-Tag fehlt: Schreiben Sie ?dt= und den Tag hinter die Adresse, oder ?dt=0, wenn es keinen gibt.',
    tag_required: 'Dieses Konto nimmt keine Zahlung ohne Ziel-Tag an.',
    unspendable: 'Diese Adresse gehört niemandem. Was dorthin geschickt wird, ist verloren.',
    other_network: 'Diese Adresse ist eine aus {other}; hier muss es eine aus {ours} sein.',
    main: 'dem Hauptnetz',
    test: 'dem Testnetz',
    regtest: 'einem privaten Testnetz',
  },
  forms: {
    mail_address: 'eine Mailadresse',
    mail_or_link: 'eine Mailadresse oder ein https-Link',
    one_line: 'eine Zeile Text',
    name: 'ein Text von höchstens 100 Zeichen',
    latin_name: 'lateinische Buchstaben, Ziffern, Leerzeichen und Bindestriche',
    country: 'ein Ländercode aus zwei Buchstaben',
    language_tag: 'ein Sprachcode wie de oder en-GB',
    time_zone: 'eine Zeitzone wie Europe/Berlin',
    time_of_day: 'eine Uhrzeit wie 08:30',
    token_category: '64 hexadezimale Ziffern',
    chat: 'die Id eines Chats, wie -1001234567890',
    bot_token: 'das Token eines Bots',
    list_of_objects: 'eine Liste von höchstens {most} Objekten, in JSON',
    list_of_texts: 'eine Liste von Texten',
    place: 'die Stelle, an der die Seite davor endete',
    words: '{count} Wörter mit Kommas',
    mark: 'das Zeichen der Liste, die Sie sahen',
    listed_address: 'eine Adresse ({reason})',
    list: 'eine Liste ({why})',
    short_list:
      'so kurz, dass Ihre Listen höchstens {most} Adressen haben; längere gehören in CHAINTILL_RISK_LIST_FILES',
    quoted_amount: 'ein Betrag in Anführungszeichen, wie "1000"',
    true: 'true',
    last_rule: 'eine Liste, deren letzte Regel kein „when“ hat, da sie über den Rest entscheidet',
    only_last_rule: 'die letzte, da sie kein „when“ hat',
    verdict: '"allow", "refuse" oder {"hold": n} mit n von 0 bis {most}',
  },
};
