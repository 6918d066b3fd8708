// The doctor's findings, in Spanish.
import type { FindingTexts } from './findings.ts';

export const es: FindingTexts = {
  database: { is: 'Base de datos', advice: 'Arránquela; todo la espera.' },
  database_role: {
    is: 'Derechos del servicio en la base',
    advice:
      'Separe el servicio del dueño de sus tablas y quítele lo que no necesita: operations.md, «Two roles».',
  },
  clock: { is: 'Reloj de esta máquina', advice: 'Ajuste ambas máquinas por NTP.' },
  workers: {
    is: 'Procesos que trabajan',
    advice:
      'Arranque uno con CHAINTILL_ROLE workers o all: sin él no se observa, envía ni notifica nada.',
  },
  chain: {
    is: 'Lectura de la cadena',
    advice: 'Arranque el nodo y compare su dirección y su acceso con la configuración.',
  },
  rates: {
    is: 'Cotizaciones',
    advice: 'Mire las fuentes de cotización; sin una reciente no se convierte nada.',
  },
  node: { is: 'Nodo', advice: 'Haga lo que dice la línea del nodo.' },
  signer: { is: 'Firmante', advice: 'Arránquelo; keys.md dice cómo.' },
  cover: {
    is: 'Monedero frente a los libros',
    advice: 'Averigüe adónde fue la diferencia antes de pagar nada.',
  },
  network_costs: {
    is: 'Costes de red en los libros',
    advice:
      'Las transferencias sin anotar se anotan en una hora. Comunique las erróneas: es un fallo del programa.',
  },
  solvency: {
    is: 'Lo que poseen los comercios frente a lo que hay',
    advice: 'Averigüe cómo ocurrió; traiga las monedas o declare lo que tiene en otra parte.',
  },
  output_sums: {
    is: 'Sumas de las salidas',
    advice: 'Alguien cambió la base a mano: restaure una copia (restores.md).',
  },
  books: {
    is: 'Libros',
    advice: 'Los pagos del proyecto están parados: comuníquelo, es un fallo del programa.',
  },
  payout_stops: {
    is: 'Pagos parados',
    advice: 'Busque la causa en la pantalla de paradas y levántela con un motivo.',
  },
  alarms: { is: 'Alarmas activas', advice: 'La pantalla de alarmas dice qué hacer con cada una.' },
  tokens: { is: 'Tokens junto a monedas', advice: '' },
  contested_payments: { is: 'Pagos disputados', advice: '' },
  small_payments: {
    is: 'Pagos pequeños',
    advice:
      'Júntelos mientras las comisiones sean bajas: CHAINTILL_CONSOLIDATION_MAX_FEE fija un precio para la moneda.',
  },
  fresh_payouts: {
    is: 'Pagos de dinero reciente',
    advice: '¿Avanza la cadena de los ingresos? Si no, suba freshMoneyMaxEur del proyecto.',
  },
  deposits_unassessed: {
    is: 'Ingresos sin riesgo evaluado',
    advice: 'Su fuente de riesgo no responde; mire los trabajos recurrentes.',
  },
  invoices_overdue: {
    is: 'Facturas pendientes de revisión',
    advice: 'Ningún proceso hace su trabajo; mire los trabajos recurrentes.',
  },
  channel_payments_overdue: {
    is: 'Pagos de canal pendientes de revisión',
    advice: 'Ningún proceso hace su trabajo; mire los trabajos recurrentes.',
  },
  withdrawals_unsent: {
    is: 'Pagos que esperan a ser enviados',
    advice: 'Cada uno dice en su página a qué espera.',
  },
  withdrawals_on_hold: {
    is: 'Pagos retenidos',
    advice: 'Alguien debe aprobarlos, liberarlos o cancelarlos.',
  },
  withdrawals_unconfirmed: {
    is: 'Pagos enviados y sin confirmar',
    advice:
      'Busque sus transacciones en un explorador; se reemplazan solos mientras alcance su presupuesto.',
  },
  quotes_unexpired: {
    is: 'Ofertas que debían haber vencido',
    advice: 'Ningún proceso hace su trabajo; mire los trabajos recurrentes.',
  },
  alarm_destinations: {
    is: 'Si las alarmas se comunican',
    advice:
      'Un destino de alarmas no acepta mensajes: envíe una prueba desde la pantalla de alarmas y corrija lo que vuelva.',
  },
  backups: {
    is: 'Copias de seguridad',
    advice: 'La última copia es demasiado vieja: mire qué dice su timer o su script, y haga una.',
  },
  callback_deliveries_failed: {
    is: 'Notificaciones abandonadas',
    advice: 'Haga reparar los destinos y envíelos de nuevo.',
  },
  wallets: {
    is: 'Direcciones y sus claves',
    advice: 'Base, red o clave maestra equivocadas: deje de aceptar pagos.',
  },
  derivation: {
    is: 'Derivación de direcciones',
    advice: 'Base, red o clave maestra equivocadas: deje de aceptar pagos.',
  },
  addresses: {
    is: 'Pagos a direcciones desconocidas',
    advice: 'Pueden ser de pagadores que esta base olvidó: restores.md.',
  },
};
