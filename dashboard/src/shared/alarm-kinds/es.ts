// What each kind of alarm means and what to do about it, in Spanish.
import type { KindTexts } from './kinds.ts';

export const es: KindTexts = {
  clock_wrong: {
    is: 'El reloj de una máquina va mal',
    advice:
      'Ajuste por NTP el reloj de la máquina indicada o el de la base; hasta entonces ese proceso no responde ni trabaja. La alarma termina sola.',
  },
  callback_given_up: {
    is: 'Se abandonó una notificación',
    advice:
      'Durante 36 horas su destino no confirmó nada. Mire las notificaciones fallidas, haga reparar el destino, envíelas de nuevo y cierre después la alarma.',
  },
  node_silent: {
    is: 'Ningún nodo responde',
    advice:
      'Desde hace dos minutos el nodo de la moneda, o cada uno de varios, no dice nada: de ella no se ve ni se envía nada. Inícielo; lo pagado mientras tanto se encuentra entonces, y la alarma termina sola.',
  },
  node_behind: {
    is: 'El último bloque de un nodo es viejo',
    advice:
      'El nodo de la moneda responde y no tiene ningún bloque nuevo: aún carga la cadena, o no oye nada de la red. Lo que se paga no se ve. Mire su registro, sus pares y su reloj; lo que llegó entretanto se encuentra cuando se pone al día, y la alarma termina sola.',
  },
  backup_old: {
    is: 'La última copia de seguridad es vieja',
    advice:
      'Hace mucho que no se hace una buena copia: lo que la hace (el timer chaintill-backup, un script) no funciona, no tiene espacio, o su copia fue rechazada. Mire qué dice y haga una ahora: chaintill backup create --verify. Lo ocurrido desde la última se perdería con esta máquina. La alarma termina sola.',
  },
  backup_failed: {
    is: 'No se pudo hacer ninguna copia de seguridad',
    advice:
      'La copia de esta noche falló, por el motivo de abajo; se intenta de nuevo tras una hora, dos, cuatro. Arréglelo: el espacio, una carpeta sin montar, la clave de un almacén. chaintill backup create --verify hace una enseguida. La alarma termina con la próxima que salga bien.',
  },
  wal_not_stored: {
    is: 'El registro de la base de datos no se archiva',
    advice:
      'Lo ocurrido desde entonces se perdería con esta máquina: la carpeta de CHAINTILL_WAL_TO está llena, no está montada o es de otro, o contiene el registro de otra vida de esta base. chaintill doctor y el registro del servicio dicen cuál es. Lo que falta se guarda hasta 10 GB y se archiva cuando la carpeta vuelve. La alarma termina sola.',
  },
  backup_place_claimed: {
    is: 'Un lugar de copias pertenece a otra historia',
    advice:
      'Otra instancia creada a partir de esta base guarda sus copias o su registro en el mismo lugar; de esta no se guarda nada allí. Dos instancias con las mismas claves nunca deben funcionar a la vez: busque primero la otra. Después ejecute `chaintill backup take-over --to LUGAR` en la instancia que continúa, o dé a una de las dos otro lugar. `chaintill backup list --from LUGAR` muestra ambas historias. La alarma termina sola.',
  },
  node_not_used: {
    is: 'Un nodo no se usa',
    advice:
      'No responde, va atrasado, sigue otra rama o es de otra red; mientras tanto se pregunta a los demás nodos de la moneda. Repárelo; la alarma termina sola.',
  },
  return_refused: {
    is: 'Dinero de alto riesgo no pudo volver',
    advice:
      'La dirección del pagador es de alto riesgo o errónea, o el importe no cubre la comisión de red. Devuelva un pago de canal a otra dirección; libere una factura y su comercio la reembolsa.',
  },
  deposit_reversed: {
    is: 'La cadena retiró un pago contabilizado',
    advice:
      'Si estaba abonado, el importe figura en las pérdidas. Hable con el comercio y adeude la cuenta si está de acuerdo. La alarma termina sola si el pago vuelve.',
  },
  deposit_changed: {
    is: 'Un pago contabilizado volvió con otro importe',
    advice:
      'Tras una reorganización profunda de la cadena; los libros conservan el importe anterior. Corrija la diferencia en la cuenta si el comercio está de acuerdo.',
  },
  payment_without_transaction: {
    is: 'Un pago sin transacción propia',
    advice:
      'El nodo no rastrea bloques y una dirección tenía más de lo que dicen sus transacciones: se abonó con el hash de un bloque. Conecte un nodo que rastree y busque el pago en un explorador.',
  },
  token_received: {
    is: 'Un pago trae un token junto a sus monedas',
    advice:
      'Las monedas están abonadas; la salida se guarda aparte y nunca se gasta. Acuerde con el pagador qué se hace con el token y cierre la alarma con un motivo.',
  },
  token_paid_less: {
    is: 'El contrato de un token movió menos de lo que dijo',
    advice:
      'Se abonó lo que ganó la dirección. Pregunte al emisor qué cambió, quizá una comisión nueva, y dígalo a los comercios que ofrecen el token.',
  },
  token_unmeasured: {
    is: 'Pagos de un token no se pudieron medir',
    advice:
      'Los bloques se leyeron tan tarde que el nodo ya no conocía los saldos. Compare la dirección del primer pago en un explorador y cierre la alarma; mantenga el servicio en marcha o dele un nodo que conserve más.',
  },
  audit: {
    is: 'Los libros no cuadran',
    advice:
      'Los pagos del proyecto están parados. Comuníquelo: es un fallo del programa, o alguien cambió la base. La alarma termina sola cuando una prueba posterior ya no lo encuentra.',
  },
  insolvent: {
    is: 'Los comercios poseen más de lo que hay',
    advice:
      'Averigüe cómo ocurrió; traiga las monedas o declare lo que tiene en otra parte. La alarma termina sola.',
  },
  declaration_old: {
    is: 'Las tenencias declaradas llevan 35 días sin confirmarse',
    advice:
      'La solvencia cuenta lo que usted declaró que tiene en otro lugar, y nadie lo ha confirmado desde entonces. Compruebe la cuenta y declare el importe de nuevo con chaintill solvency declare, o declare 0. La alarma termina con la nueva declaración.',
  },
  network_fees_lost: {
    is: 'Las redes cobraron más de lo que pagaron los comercios',
    advice:
      'Mire los monederos y sus pagos pequeños. Si es lo normal, suba CHAINTILL_NETWORK_FEE_LOSS. La alarma termina sola.',
  },
  payouts_stopped: {
    is: 'Los pagos de un proyecto están parados',
    advice:
      'No se envía nada nuevo para él. Examine la causa y el motivo y levante la parada. La alarma termina con la última parada del proyecto.',
  },
  hot_wallet_short: {
    is: 'El monedero caliente no tiene bastante',
    advice:
      'Envíe monedas a la dirección que la pantalla de monederos muestra para llenarlo. Los pagos esperan; ninguno se pierde. La alarma termina sola.',
  },
  gas_short: {
    is: 'No alcanza para las comisiones de una red',
    advice:
      'Pagos de un token esperan la moneda con que se pagan las comisiones de su red. Envíe de ella a la dirección que muestra la pantalla de monederos. Ninguno se pierde; la alarma termina sola.',
  },
  payouts_await_final: {
    is: 'Un pago espera mucho a bloques definitivos',
    advice:
      'Desde hace tres horas los bloques que trajeron su dinero no son definitivos. ¿Avanza la cadena de los ingresos? Si no, suba freshMoneyMaxEur del proyecto. La alarma termina sola.',
  },
  payee_refuses: {
    is: 'A un beneficiario no se le puede pagar ahora',
    advice:
      'La red no le pagaría, por el motivo de abajo. Dígaselo al comercio; cancele el pago o déjelo hasta que el beneficiario lo cambie. No retiene a otros; la alarma termina sola.',
  },
  spent_elsewhere: {
    is: 'Lo que gasta una transferencia lo gastó otra',
    advice:
      'La cadena tiene algo distinto de lo que se firmó aquí. Averigüe quién más tiene las claves antes de enviar nada más.',
  },
  transfer_changed: {
    is: 'Otra de nuestras transferencias que antes está confirmada',
    advice:
      'Tras una reorganización hay en la cadena otra de nuestras propias transacciones de la misma retirada. El beneficiario cobra una sola vez, y la diferencia de comisión está anotada. Dele el nuevo identificador de la transacción si lo pide y cierre después la alerta.',
  },
  transfer_failed_on_chain: {
    is: 'Una transferencia falló en la cadena',
    advice:
      'Está en un bloque y no pagó a nadie. Busque la transacción en un explorador; el pago figura como fallido y puede cancelarse, o enviarse de nuevo cuando se arregle la causa.',
  },
  transfer_moved_otherwise: {
    is: 'El contrato de un token movió otra cosa que la pedida',
    advice:
      'El beneficiario no recibió todo el importe, por ejemplo si el contrato empezó a retener una comisión. Mire en un explorador qué recibió; arregle el resto con el comercio y desactive el token mientras su contrato retenga una comisión.',
  },
  transfer_refused: {
    is: 'Un nodo rechaza una transferencia firmada',
    advice:
      'Se difunde de nuevo pese a ello. Lo pasajero, como un mempool lleno, termina solo; si es definitivo, ponga fin al pago (chaintill withdrawals void). Una clave errónea de una cuenta de XRP: arréglela y envíe el pago de nuevo.',
  },
  numbers_held_up: {
    is: 'Una transferencia atascada retiene a otras',
    advice:
      'Ningún bloque la toma, su presupuesto de comisiones se agotó y otras esperan su número. Espere a que bajen las comisiones o póngale fin (chaintill withdrawals void): las de detrás siguen. La alarma termina sola.',
  },
  signer_refused: {
    is: 'El firmante se niega a firmar',
    advice:
      'Un pago o su transferencia no es lo que pidió el comercio, o supera un límite del firmante. Averigüe primero quién escribe en la base; lo que no deba pagarse se cancela. Si el motivo nombra «signer free», mire la prueba y déjele firmar de nuevo.',
  },
  no_signer: {
    is: 'Ningún firmante responde',
    advice:
      'Hay pagos que lo esperan. Arránquelo; su registro dice por qué terminó. Nada se pierde.',
  },
  quarantine: {
    is: 'Una moneda está en cuarentena',
    advice:
      'La cadena conoce transacciones hechas con nuestras claves que esta base ignora: se restauró una copia antigua, o alguien más tiene las claves. Mire la lista de la cuarentena y póngale fin; hasta entonces ningún pago de la moneda se envía ni se cancela.',
  },
  unknown_spend: {
    is: 'Alguien gasta lo que es nuestro',
    advice:
      'Una transacción que no es nuestra gasta una salida o usa un número nuestro; la moneda está en cuarentena. Si ninguna base retrocedió, tómelo por un robo: pare el firmante y mueva lo que queda a una semilla nueva.',
  },
  database_went_back: {
    is: 'La base retrocedió en el tiempo',
    advice:
      'Le falta lo que un proceso en marcha escribió: tomó el relevo una réplica sin el final, o se repuso una copia antigua. Todas las monedas están en cuarentena. Siga el manual, «after a restore», y cierre después la alarma.',
  },
  database_moved: {
    is: 'La base está en otro lugar',
    advice:
      'Tomó el relevo una réplica, o el servicio arrancó sobre una copia. Se saltan direcciones; no se hizo nada más. Si es una copia antigua, empiece una cuarentena; después cierre la alarma.',
  },
  cancelled_but_paid: {
    is: 'Se pagó un pago cancelado',
    advice:
      'El comercio recuperó el dinero y además se envió. Busque la transacción; adeude la cuenta si el comercio está de acuerdo y cierre después la alarma.',
  },
};
