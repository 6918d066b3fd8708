// Makes the hosted pages live: polls the status, swaps in the newly rendered page when something changed, counts
// down, copies, and takes the payer back to the shop. Everything works without it.
// Served as it is, no build. The page (src/web/payment-page.ts) passes what it needs in data- attributes.

const POLL_MS = 3000;
const POLL_SLOW_MS = 30_000;
const REQUEST_MS = 10_000;
const FAILURES_SHOWN = 2;
const REDIRECT_MS = 5000;
const COPIED_MS = 2000;
const MINUTE_SHOWN = 55;

const framed = window.parent === window ? null : import('./framed.js');
const announcement = document.getElementById('announcement');
let page = document.getElementById('payment');
/** As rendered by the server, before the script changed it. */
let source = page.outerHTML;
let failures = 0;
let pollTimer = 0;
let announceTimer = 0;
/** The poll that is running. Null: none. */
let current = null;
let deadline = 0;
let redirectTimer = 0;

function announce(text) {
  // Emptied first: the same words twice are otherwise not read out again.
  announcement.textContent = '';
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    announcement.textContent = text;
  }, 50);
}

// --- Following the payment

async function poll() {
  if (current !== null) return;
  clearTimeout(pollTimer);
  const request = new AbortController();
  current = request;
  const timeout = setTimeout(() => request.abort(), REQUEST_MS);
  try {
    await follow(request.signal);
    failures = 0;
  } catch {
    if (current === request) failures += 1;
  }
  clearTimeout(timeout);
  if (current !== request) return;
  current = null;
  showConnection();
  schedule();
}

/** A phone may have suspended the running poll while its owner was in the wallet. */
function pollNow() {
  if (document.hidden || page.dataset.final === 'yes') return;
  current?.abort();
  current = null;
  poll();
}

async function follow(signal) {
  const { statusUrl, retrySeconds } = page.dataset;
  if (retrySeconds) {
    await fetchOk(location.href, signal);
    // Loads the page with its own headers, and does not send a form again.
    location.replace(location.href);
  } else if (statusUrl === undefined) {
    await renew(signal);
  } else {
    const status = await fetchOk(statusUrl, signal).then((response) => response.json());
    if (status.seconds_left !== null) setDeadline(status.seconds_left);
    if (status.version !== page.dataset.version) await renew(signal);
  }
}

function schedule() {
  clearTimeout(pollTimer);
  if (page.dataset.final === 'yes' || document.hidden) return;
  const seconds = page.dataset.retrySeconds || page.dataset.refreshSeconds;
  const pause = seconds ? Number(seconds) * 1000 : POLL_MS;
  pollTimer = setTimeout(poll, Math.max(pause, Math.min(pause * 2 ** failures, POLL_SLOW_MS)));
}

async function fetchOk(url, signal) {
  const response = await fetch(url, { cache: 'no-store', signal });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

/** Fetches the page again and swaps its main part: the server is the only one that renders. */
async function renew(signal) {
  const response = await fetchOk(location.href, signal);
  // An invoice whose checkout says what happens next: the page there has its own headers and style.
  if (response.redirected) return location.replace(response.url);
  const text = await response.text();
  const next = new DOMParser().parseFromString(text, 'text/html');
  const fresh = next.getElementById('payment');
  if (fresh === null) throw new Error('not a payment page');
  if (fresh.outerHTML === source) return;
  // An entry is not replaced under the fingers of who types it.
  if (document.activeElement?.matches('#payment input[type="email"]')) return;
  const isNews = fresh.dataset.announcement !== page.dataset.announcement;
  const focused = page.contains(document.activeElement) ? document.activeElement : null;
  const opened = [...page.querySelectorAll('details[open]')].map(({ id }) => id);
  source = fresh.outerHTML;
  keepEntries(fresh);
  page.replaceWith(fresh);
  page = fresh;
  document.title = next.title;
  for (const id of opened) byId(id)?.setAttribute('open', '');
  start();
  // Screen readers read the title and its description when they get the focus: no need to announce them as well.
  if (!restoreFocus(focused) && isNews) announce(newsText());
}

/** What the payer has chosen and typed, where the new page still asks for it. */
function keepEntries(fresh) {
  for (const { id, type, checked, value } of page.querySelectorAll('input[id]')) {
    const same = fresh.querySelector(`#${CSS.escape(id)}`);
    if (same === null) continue;
    if (type !== 'radio') same.value = value;
    else if (checked) same.checked = true;
  }
}

/** True: the focus is on the title of the status, because its element is gone. */
function restoreFocus(focused) {
  if (focused === null) return false;
  const same = focused.id === '' ? null : byId(focused.id);
  (same ?? byId('status-title'))?.focus();
  return same === null;
}

function newsText() {
  const redirect = byId('return')?.dataset.redirect;
  return [page.dataset.announcement, redirect].filter(Boolean).join(' ');
}

function showConnection() {
  const notice = byId('offline');
  if (notice === null) return;
  const text = failures >= FAILURES_SHOWN ? notice.dataset.text : '';
  if (notice.textContent !== text) notice.textContent = text;
}

// --- Time

function setDeadline(secondsLeft) {
  deadline = Date.now() + secondsLeft * 1000;
}

function tick() {
  const element = byId('countdown');
  if (element === null || deadline === 0) return;
  const seconds = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
  const text = page.dataset.timeLeft.replace('{time}', clockText(seconds));
  const wasAboveMinute = Number(element.dataset.shown ?? 0) > 60;
  element.dataset.shown = String(seconds);
  element.textContent = text;
  // After a pause in another app, a minute may be less.
  const isMinute = seconds <= 60 && seconds > 0;
  if (wasAboveMinute && isMinute) announce(seconds > MINUTE_SHOWN ? page.dataset.oneMinute : text);
  if (seconds === 0 && failures === 0) poll();
}

function clockText(seconds) {
  const two = (number) => String(number).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) {
    const format = { style: 'unit', unit: 'day', unitDisplay: 'long' };
    const text = new Intl.NumberFormat(document.documentElement.lang, format).format(days);
    return `${text}, ${hours}:${two(minutes)}:${two(seconds % 60)}`;
  }
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** The server writes UTC; here the reader's own zone is known. */
function localizeTimes() {
  const style = { dateStyle: 'medium', timeStyle: 'short' };
  const format = new Intl.DateTimeFormat(document.documentElement.lang, style);
  for (const element of page.querySelectorAll('time')) {
    element.title = element.textContent;
    element.textContent = format.format(new Date(element.dateTime));
  }
}

// --- Copying

async function copy(button) {
  const isCopied = await copyText(button.dataset.copy);
  announce(isCopied ? page.dataset.copied : page.dataset.copyFailed);
  if (!isCopied) return;
  const caption = button.querySelector('.caption');
  button.dataset.caption ??= caption.textContent;
  caption.textContent = page.dataset.copied;
  button.classList.add('done');
  setTimeout(() => {
    caption.textContent = button.dataset.caption;
    button.classList.remove('done');
  }, COPIED_MS);
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** For plain http and for frames, where the clipboard interface is not available. */
function copySelection(text) {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}

// --- Going back

function redirectSoon() {
  const link = byId('return');
  clearTimeout(redirectTimer);
  if (link === null || link.dataset.redirect === undefined) return;
  if (!/^https?:$/.test(link.protocol)) return;
  byId('redirecting').textContent = link.dataset.redirect;
  redirectTimer = setTimeout(async () => {
    if ((await framed)?.ask({ go: link.href })) return;
    // Browsers may refuse to let a frame move the page around it; then the link remains.
    try {
      window.top.location.assign(link.href);
    } catch {}
  }, REDIRECT_MS);
}

/** For the page around the frame. */
async function tellParent() {
  (await framed)?.tell();
}

function byId(id) {
  return document.getElementById(id);
}

function start() {
  const left = byId('countdown')?.dataset.secondsLeft;
  if (left !== undefined) setDeadline(Number(left));
  localizeTimes();
  tick();
  redirectSoon();
  tellParent();
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (button !== null) copy(button);
});
document.addEventListener('visibilitychange', pollNow);
window.addEventListener('pageshow', (event) => {
  if (event.persisted) pollNow();
});
window.addEventListener('online', pollNow);
setInterval(tick, 1000);
start();
schedule();
