// Parts that the page of a terminal and the customer's display share: elements, amounts, requests and the sound.

const REQUEST_MS = 10_000;

/** Leaves out attributes that are null or false, and children that are. `on…` is a listener. */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== false && child !== null));
  return made;
}

/** Exact: the amount stays a text. */
export function moneyText(amount, { code, is_fiat: isFiat }, locale) {
  if (!isFiat) return `${amount.replace(/\.?0+$/, '') || '0'} ${code}`;
  const format = { style: 'currency', currency: code };
  return new Intl.NumberFormat(locale, format).format(amount);
}

/** Null: no answer. */
export function onlineTerminal({ base, locale, onChange }) {
  let isOnline = navigator.onLine;
  const set = (now) => {
    if (now === isOnline) return;
    isOnline = now;
    onChange();
  };
  const call = async (path, body) => {
    const stop = new AbortController();
    const timeout = setTimeout(() => stop.abort(), REQUEST_MS);
    const separator = path.includes('?') ? '&' : '?';
    try {
      const response = await fetch(`${base}/${path}${separator}locale=${locale}`, {
        cache: 'no-store',
        signal: stop.signal,
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const answer = await response.json().catch(() => null);
      set(true);
      const retryAfter = Number(response.headers.get('retry-after') ?? 60);
      return { isOk: response.ok, status: response.status, body: answer, retryAfter };
    } catch {
      set(false);
      return null;
    } finally {
      clearTimeout(timeout);
    }
  };
  window.addEventListener('offline', () => set(false));
  window.addEventListener('online', () => call('state'));
  return Object.assign(call, { isOnline: () => isOnline });
}

/** Two short notes. Browsers allow them after a click on the page. */
export function playTone() {
  const audio = new AudioContext();
  for (const [n, hertz] of [880, 1320].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + n * 0.14;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.13);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.14);
  }
}
