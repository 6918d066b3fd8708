// The page of a terminal: staff sign in with a PIN, fill a cart, and take a payment. Served as it is, no build. The
// server computes every price (src/web/terminal-api.ts); the page shows what it answered, and sells exactly that.
import { element as h, moneyText, onlineTerminal, playTone } from './terminal-parts.js';

const root = document.getElementById('terminal');
const { texts: t, base, site, locale } = JSON.parse(root.dataset.page);
const POLL_MS = 3000;
const BACK_MS = 10_000;
const TYPING_MS = 250;

const noCart = () => ({
  lines: [],
  discount_percent: '',
  note: '',
  tip_percent: '',
  tip_amount: '',
});
let state = null;
let view = 'loading';
let cart = noCart();
let nonce = null;
let typed = '';
let tab = null;
/** What the server said about the cart. Null: it has not answered yet. */
let priced = null;
let sale = null;
let message = '';
let isBusy = false;
let list = [];
let totals = null;
let timer = 0;
let typing = 0;
let isPressed = false;
let isWaiting = false;

const call = onlineTerminal({ base, locale, onChange: () => render() });
const money = (amount) => moneyText(amount, state.currency, locale);
const fill = (text, values) =>
  Object.entries(values).reduce(
    (all, [name, value]) => all.replace(`{${name}}`, () => value),
    text,
  );
const setting = (name, value) => {
  if (value !== undefined) localStorage.setItem(`chaintill-${name}`, value);
  return localStorage.getItem(`chaintill-${name}`) ?? '';
};

// --- Requests

async function ask(path, body) {
  const answer = await call(path, body);
  if (answer === null) message = t.offlineTry;
  else if (answer.status === 401) await load();
  else if (!answer.isOk) message = problemText(answer);
  return answer?.isOk ? answer.body : null;
}

function problemText({ status, body, retryAfter }) {
  if (status === 429) return fill(t.locked, { minutes: Math.max(1, Math.ceil(retryAfter / 60)) });
  const [problem = body?.error] = body?.error?.details ?? [];
  return problem?.message ? `${t.failed} (${problem.message})` : t.failed;
}

async function load() {
  const answer = await call('state');
  if (answer === null || !answer.isOk) {
    view = 'loading';
    setTimeout(load, POLL_MS);
  } else begin(answer.body);
  render();
}

function begin(found) {
  state = found;
  if (!state.active) view = 'off';
  else if (state.session === null) view = 'signIn';
  else {
    setting(`display-${base}`, state.session.display_code);
    startSale();
    if (state.session.checkout_id !== null) resume(state.session.checkout_id);
  }
}

async function resume(id) {
  const found = await ask(`sales/${id}`);
  if (found !== null && ['open', 'processing'].includes(found.status)) showPayment(found);
}

async function signIn(event) {
  event.preventDefault();
  const form = new FormData(event.target);
  message = '';
  const answer = await once(() =>
    call('session', {
      staff_id: form.get('staff'),
      pin: form.get('pin'),
      display_code: setting(`display-${base}`) || undefined,
    }),
  );
  if (answer?.isOk) begin(answer.body);
  else if (answer?.status === 422) message = t.wrongPin;
  else message = answer === null ? t.offlineTry : problemText(answer);
  render();
}

async function once(work) {
  if (isBusy) return null;
  isBusy = true;
  render();
  try {
    return await work();
  } finally {
    isBusy = false;
    render();
  }
}

// --- The cart

function startSale() {
  clearTimeout(timer);
  cart = noCart();
  sale = null;
  typed = '';
  message = '';
  view = 'shop';
  changed();
}

/** The display of the customer follows each change. */
async function changed() {
  nonce = null;
  priced = null;
  render();
  const asked = requestOf();
  const found = await ask('cart', asked);
  // Only the answer to the newest change counts.
  if (found !== null && JSON.stringify(asked) === JSON.stringify(requestOf())) {
    priced = found;
    message = found.problems[0]?.message ?? '';
  }
  render();
}

function requestOf() {
  const given = Object.entries(cart).filter(([, value]) => value !== '');
  const lines = cart.lines.map(({ item_id, amount, quantity }) => ({ item_id, amount, quantity }));
  return { ...Object.fromEntries(given), lines };
}

function addLine(line) {
  const same = cart.lines.find(
    (one) =>
      one.item_id !== undefined && one.item_id === line.item_id && one.amount === line.amount,
  );
  if (same) same.quantity += 1;
  else cart.lines.push({ ...line, quantity: 1 });
  changed();
}

function addItem({ id, name, pricing, price }) {
  if (pricing === 'fixed') return addLine({ item_id: id, name });
  const amount = typed || price;
  if (!amount) {
    message = t.typeFirst;
    return render();
  }
  typed = '';
  addLine({ item_id: id, name, amount });
}

function press(key) {
  if (key === 'back') typed = typed.slice(0, -1);
  else if (key !== '.' || !typed.includes('.')) typed += key === '.' && typed === '' ? '0.' : key;
  render();
}

function addTyped() {
  if (!(Number(typed) > 0)) return;
  const amount = typed.replace(/\.$/, '');
  typed = '';
  addLine({ amount, name: t.amount });
}

// --- Selling

async function charge() {
  clearTimeout(typing);
  // Kept until the cart changes: a retry after a lost answer makes no second sale.
  nonce ??= btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  message = '';
  const made = await once(() => ask('sales', { ...requestOf(), nonce }));
  if (made !== null) showPayment(made);
}

function showPayment(made) {
  sale = made;
  view = 'payment';
  message = '';
  render();
  timer = setTimeout(follow, POLL_MS);
}

async function follow() {
  const answer = await call(`sales/${sale.id}`);
  if (view !== 'payment') return;
  if (answer?.isOk) {
    const before = sale.status;
    sale = answer.body;
    if (sale.status === 'completed' && before !== 'completed') {
      if (setting('sound') === 'on') playTone();
      timer = setTimeout(startSale, BACK_MS);
    }
    if (sale.status !== before) render();
  } else if (answer?.status === 401) return load();
  if (['open', 'processing'].includes(sale.status)) timer = setTimeout(follow, POLL_MS);
}

async function cancelSale() {
  const done = await once(() => ask(`sales/${sale.id}/cancel`, {}));
  if (done !== null) startSale();
}

// --- Views

const button = (label, onclick, more = {}) =>
  h('button', { type: 'button', class: 'button', onclick, ...more }, label);

const views = {
  loading: () => h('h1', { class: 'notice' }, t.loading),
  off: () => h('h1', { class: 'notice' }, t.off),
  signIn: () =>
    h(
      'form',
      { class: 'sign-in', onsubmit: signIn },
      h('h1', {}, state.name),
      h('label', { for: 'staff' }, t.who),
      h(
        'select',
        { id: 'staff', name: 'staff' },
        ...state.staff.map(({ id, name }) => h('option', { value: id }, name)),
      ),
      h('label', { for: 'pin' }, t.pin),
      h('input', {
        id: 'pin',
        name: 'pin',
        type: 'password',
        inputmode: 'numeric',
        autocomplete: 'off',
        required: '',
        maxlength: '8',
      }),
      h('button', { class: 'button primary', disabled: isBusy || null }, t.signIn),
    ),
  shop: () =>
    h(
      'div',
      { class: 'shop' },
      h('section', { class: 'goods', 'aria-label': t.goods }, ...goods()),
      h('section', { class: 'cart', 'aria-label': t.cart }, ...cartParts()),
    ),
  tip: () =>
    h(
      'div',
      { class: 'tip' },
      h('h1', {}, t.tip),
      h(
        'div',
        { class: 'choices' },
        ...['', ...state.terms.tip_percents].map((percent) =>
          button(
            percent === '' ? t.noTip : `${percent.replace(/\.0$/, '')} %`,
            () => setTip(percent),
            {
              id: `tip-${percent || 'none'}`,
              'aria-pressed': String(cart.tip_percent === percent && cart.tip_amount === ''),
            },
          ),
        ),
      ),
      amountField('tip_amount', t.otherTip),
      chargeButton(),
      button(t.back, () => goTo('shop')),
    ),
  payment: () => paymentParts(),
  sales: () =>
    h(
      'div',
      { class: 'page' },
      h('h1', {}, t.sales),
      list.length === 0 && h('p', {}, t.noSales),
      h(
        'ul',
        { class: 'sales' },
        ...list.map((one) =>
          h(
            'li',
            {},
            h('b', {}, `${one.number}`),
            h(
              'span',
              {},
              new Date(one.created_at).toLocaleTimeString(locale, { timeStyle: 'short' }),
            ),
            h('span', {}, one.staff),
            h('span', {}, t.statuses[one.status]),
            h('b', {}, money(one.total)),
            ['open', 'processing'].includes(one.status) &&
              button(t.showSale, () => showPayment(one), {
                'aria-label': `${t.showSale} ${one.number}`,
              }),
            one.status === 'completed' &&
              h(
                'a',
                {
                  class: 'button',
                  href: receiptOf(one),
                  target: '_blank',
                  'aria-label': `${t.receipt} ${one.number}`,
                },
                t.receipt,
              ),
          ),
        ),
      ),
      button(t.back, startSale, { id: 'back' }),
    ),
  close: () =>
    h(
      'div',
      { class: 'page' },
      h('h1', {}, totals.closed ? fill(t.closed, { number: totals.number }) : t.close),
      totals.totals === null ? h('p', {}, t.nothing) : totalsList(totals.totals),
      !totals.closed &&
        totals.totals !== null &&
        state.session.may_close &&
        button(t.closeNow, closeNow, { class: 'button primary', id: 'close-now' }),
      button(t.back, startSale, { id: 'back' }),
    ),
};

const receiptOf = ({ id }) => `${site}/checkouts/${id}/receipt?locale=${locale}`;

function goods() {
  const { items, terms } = state;
  const categories = [...new Set(items.map(({ category }) => category ?? ''))];
  const tabs = [...(terms.keypad ? ['keypad'] : []), ...categories.map((name) => `of ${name}`)];
  if (!tabs.includes(tab)) tab = tabs.at(terms.keypad && items.length > 0 ? 1 : 0) ?? null;
  const name = (key) => (key === 'keypad' ? t.keypad : key.slice(3) || t.items);
  const shown = items.filter(({ category }) => `of ${category ?? ''}` === tab);
  const isTyped = tab === 'keypad' || shown.some(({ pricing }) => pricing !== 'fixed');
  return [
    tabs.length > 1 &&
      h(
        'div',
        { class: 'tabs' },
        ...tabs.map((key) =>
          button(name(key), () => chooseTab(key), {
            id: `tab-${key}`,
            'aria-pressed': String(key === tab),
          }),
        ),
      ),
    tab !== 'keypad' && h('div', { class: 'items' }, ...shown.map(itemButton)),
    isTyped && keypad(),
  ];
}

function chooseTab(key) {
  tab = key;
  render();
}

function itemButton(item) {
  const { id, name, picture, price, left, pricing } = item;
  return h(
    'button',
    {
      type: 'button',
      class: 'item',
      id: `item-${id}`,
      disabled: left === 0 || null,
      onclick: () => addItem(item),
    },
    picture !== null && h('img', { src: `${base}/pictures/${picture}`, alt: '', loading: 'lazy' }),
    h('b', {}, name),
    h(
      'span',
      {},
      price === null
        ? t.free
        : pricing === 'minimum'
          ? fill(t.from, { amount: money(price) })
          : money(price),
    ),
    left !== null && h('small', {}, left === 0 ? t.soldOut : fill(t.left, { count: left })),
  );
}

function keypad() {
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'];
  return h(
    'div',
    { class: 'keypad' },
    h(
      'output',
      { class: 'typed', 'aria-label': t.amount },
      typed === '' ? money('0') : money(typed.replace(/\.$/, '')),
    ),
    ...keys.map((key) =>
      button(key === 'back' ? '⌫' : key, () => press(key), {
        id: `key-${key}`,
        'aria-label': key === 'back' ? t.erase : null,
      }),
    ),
    tab === 'keypad' && button(t.add, addTyped, { id: 'add', class: 'button wide' }),
  );
}

function cartParts() {
  const { terms } = state;
  return [
    h('h1', {}, t.cart),
    cart.lines.length === 0 && h('p', { class: 'quiet' }, t.empty),
    h('ul', { class: 'lines' }, ...cart.lines.map(lineParts)),
    terms.discounts && amountField('discount_percent', t.discount),
    terms.note && textField('note', t.note),
    priced !== null && cart.lines.length > 0 && sums(),
    terms.tip_percents.length > 0
      ? button(t.next, toTip, {
          id: 'next',
          class: 'button primary',
          disabled: cart.lines.length === 0 || isBlocked() || null,
        })
      : chargeButton(),
    cart.lines.length > 0 && button(t.clear, startSale, { id: 'clear' }),
  ];
}

function lineParts(line, n) {
  const { name, quantity } = line;
  const amount = priced?.lines[n]?.amount;
  const add = (more) => {
    line.quantity += more;
    cart.lines = cart.lines.filter((one) => one.quantity > 0);
    changed();
  };
  return h(
    'li',
    {},
    h('span', { class: 'name' }, name),
    h('b', {}, amount === undefined ? '…' : money(amount)),
    button('−', () => add(-1), { id: `less-${n}`, 'aria-label': `${t.less}: ${name}` }),
    h('span', {}, `${quantity}`),
    button('+', () => add(1), { id: `more-${n}`, 'aria-label': `${t.more}: ${name}` }),
  );
}

function field(name, label, more) {
  return h(
    'label',
    { class: 'field' },
    label,
    h('input', {
      id: `field-${name}`,
      value: cart[name],
      oninput: ({ target }) => {
        cart[name] = target.value.trim();
        if (name === 'tip_amount' && cart.tip_amount !== '') cart.tip_percent = '';
        clearTimeout(typing);
        typing = setTimeout(retyped, TYPING_MS);
      },
      ...more,
    }),
  );
}
/** Not at each letter, and not when the field is left: a button that is drawn anew under a finger gets no click. */
function retyped() {
  if (view === 'shop' || view === 'tip') changed();
}

const textField = (name, label) => field(name, label, { maxlength: '500' });
const amountField = (name, label) => field(name, label, { inputmode: 'decimal', maxlength: '12' });

function sums() {
  const rows = [
    [t.subtotal, priced.subtotal],
    [t.discountGiven, priced.discount],
    [t.tip, priced.tip],
    [t.tax, priced.tax],
  ].filter(([, amount]) => Number(amount) > 0);
  return h(
    'dl',
    { class: 'sums' },
    ...rows.flatMap(([name, amount]) => [h('dt', {}, name), h('dd', {}, money(amount))]),
    h('dt', { class: 'total' }, t.total),
    h('dd', { class: 'total' }, money(priced.total)),
  );
}

const isBlocked = () => priced === null || priced.problems.length > 0 || isBusy || !call.isOnline();

function chargeButton() {
  const label =
    priced === null || cart.lines.length === 0
      ? t.chargeNothing
      : fill(t.charge, { amount: money(priced.total) });
  return button(label, charge, {
    id: 'charge',
    class: 'button primary',
    disabled: cart.lines.length === 0 || isBlocked() || null,
  });
}

/** The last choice on this device. Without one: no tip. */
function toTip() {
  view = 'tip';
  const last = setting('tip');
  setTip(state.terms.tip_percents.includes(last) ? last : '');
}

function setTip(percent) {
  setting('tip', percent);
  cart.tip_percent = percent;
  cart.tip_amount = '';
  changed();
}

function paymentParts() {
  const isOpen = ['open', 'processing'].includes(sale.status);
  const isPaid = sale.status === 'completed';
  return h(
    'div',
    { class: 'payment' },
    h(
      'h1',
      { id: 'sale-title', tabindex: '-1' },
      `${fill(t.sale, { number: sale.number })}: ${money(sale.total)}`,
    ),
    h(
      'p',
      { class: isPaid ? 'status paid' : 'status', role: 'status' },
      isPaid ? `✓ ${t.statuses.completed}` : t.statuses[sale.status],
    ),
    isOpen &&
      call.isOnline() &&
      h('iframe', {
        class: 'pay',
        id: 'pay',
        title: t.payment,
        src: `${site}/checkouts/${sale.id}?locale=${locale}`,
      }),
    h(
      'div',
      { class: 'choices' },
      isPaid &&
        h(
          'a',
          { class: 'button', href: receiptOf(sale), target: '_blank', id: 'receipt' },
          t.receipt,
        ),
      sale.status === 'open' &&
        button(t.cancelSale, cancelSale, { id: 'cancel', disabled: isBusy || null }),
      button(t.newSale, startSale, { id: 'new', class: isOpen ? 'button' : 'button primary' }),
    ),
  );
}

function totalsList(found) {
  const rows = [
    [t.sales, `${found.sales}`],
    [t.net, money(found.net)],
    [t.tax, money(found.tax)],
    [t.tip, money(found.tip)],
    [t.discountGiven, money(found.discount)],
    [t.total, money(found.total)],
    ...found.coins.map((coin) => [
      `${coin.currency} (${coin.network})`,
      `${coin.amount} ${coin.currency}`,
    ]),
    ...found.staff.map((person) => [`${person.name} (${person.sales})`, money(person.total)]),
  ];
  return h(
    'dl',
    { class: 'sums' },
    ...rows.flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, text)]),
  );
}

async function goTo(next) {
  message = '';
  if (next === 'sales') list = (await ask('sales')) ?? list;
  if (next === 'close') totals = await ask('totals');
  if (next !== 'close' || totals !== null) view = next;
  render();
}

async function closeNow() {
  const found = await once(() => ask('close', { number: totals.number }));
  if (found !== null)
    totals = found.close ? { ...found.close, closed: true } : { ...totals, totals: null };
  render();
}

async function signOut() {
  const found = await ask('session/end', {});
  if (found !== null) begin(found);
  render();
}

function menu() {
  if (!state?.session || view === 'payment') return null;
  const code = state.session.display_code;
  return h(
    'nav',
    { class: 'menu', 'aria-label': t.menu },
    h('span', { class: 'who' }, `${state.name} · ${state.session.name}`),
    button(t.sales, () => goTo('sales'), { id: 'go-sales' }),
    button(t.close, () => goTo('close'), { id: 'go-close' }),
    h(
      'a',
      { class: 'button', target: '_blank', href: `${base}/display?code=${code}&locale=${locale}` },
      t.display,
    ),
    button(
      t.sound,
      () => {
        setting('sound', setting('sound') === 'on' ? 'off' : 'on');
        if (setting('sound') === 'on') playTone();
        render();
      },
      { id: 'sound', 'aria-pressed': String(setting('sound') === 'on') },
    ),
    button(t.signOut, signOut, { id: 'sign-out' }),
  );
}

/** A frame that reloads would lose the customer's choice, so the payment is drawn only when it has changed. */
let drawn = '';
function render() {
  isWaiting = isPressed;
  if (isWaiting) return;
  const now =
    view === 'payment' ? `${sale.id} ${sale.status} ${isBusy} ${message} ${call.isOnline()}` : '';
  if (now !== '' && now === drawn) return;
  drawn = now;
  const focused = document.activeElement?.id;
  const value = view === 'signIn' ? document.getElementById('pin')?.value : undefined;
  root.replaceChildren(
    ...[
      !call.isOnline() && h('p', { class: 'offline', role: 'alert' }, t.offline),
      menu(),
      message !== '' && h('p', { class: 'problem', role: 'alert' }, message),
      views[view](),
    ].filter(Boolean),
  );
  if (value) document.getElementById('pin').value = value;
  if (focused) document.getElementById(focused)?.focus();
}

// A button that is drawn anew while it is pressed would get no click.
document.addEventListener('pointerdown', () => {
  isPressed = true;
});
for (const end of ['pointerup', 'pointercancel'])
  document.addEventListener(end, () =>
    setTimeout(() => {
      isPressed = false;
      if (isWaiting) render();
    }),
  );
document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  if (view !== 'shop' || tab !== 'keypad' || target.closest('input, select') || ctrlKey || metaKey)
    return;
  if (/^[0-9.]$/.test(key)) press(key);
  else if (key === ',') press('.');
  else if (key === 'Backspace') press('back');
});
// A frame asks the page around it to open wallets and shops. A terminal does neither.
window.addEventListener('message', ({ data, source }) => {
  const frame = document.getElementById('pay')?.contentWindow;
  if (source === frame && data?.source === 'chaintill')
    frame.postMessage({ source: 'chaintill-parent' }, location.origin);
});
/** On the first visit, the service worker comes after the files that it keeps: they are requested once more. */
async function installWorker() {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const isFirst = serviceWorker.controller === null;
  const controlled = new Promise((done) => {
    serviceWorker.addEventListener('controllerchange', done, { once: true });
  });
  await serviceWorker.register(`${base}/worker.js`, { scope: base });
  if (!isFirst) return;
  await controlled;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const files = loaded.filter((name) => /\/(assets|brand)\//.test(name));
  for (const file of [location.href, ...new Set(files)]) fetch(file).catch(() => {});
}

installWorker().catch(() => {});
load();
