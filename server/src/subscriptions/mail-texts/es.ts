// Spanish texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Pago',
  subject: '{product}: {amount}, pago antes del {due}',
  greeting: 'Hola:',
  greetingByName: 'Hola, {name}:',
  request: '{merchant} le pide que pague {amount} por {product} antes del {due}.',
  pay: 'Pagar {amount}',
  how: 'En esta página elige la criptomoneda y ve qué enviar y adónde. El tipo de cambio se fija al elegir y vale por poco tiempo.',
  why: 'Si no paga hasta entonces, la suscripción termina y no se le pedirá nada más. Si no esperaba este correo, puede ignorarlo.',
  questions: '¿Tiene preguntas? Contacte con {merchant}: {contact}',
} as const satisfies MailTexts;
