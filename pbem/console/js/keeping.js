// What the browser keeps: reports as they came, by game, seat and turn, and the lines drafted. Where
// it keeps nothing, as in a private window, they stay until the page is closed.

const NAME = "pbem-console";
const LEFT = ["mailed", "copied"]; // how lines leave the page
const memory = { reports: new Map(), drafts: new Map() };
let opened = null;

function open() {
  opened ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("reports");
        asked.result.createObjectStore("drafts");
      };
      asked.onsuccess = () => {
        // Whoever deletes it, in another tab, would wait for this page, and every other one with them.
        asked.result.onversionchange = () => { asked.result.close(); opened = null; };
        resolve(asked.result);
      };
      asked.onerror = asked.onblocked = () => resolve(null);
    } catch {
      resolve(null); // where there is no storage at all, asking for it throws
    }
  });
  return opened;
}

const asPromise = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Do something with a store; `otherwise` without one. */
async function withStore(name, mode, act, otherwise) {
  const database = await open();
  if (!database) return otherwise(memory[name]);
  try {
    const transaction = database.transaction(name, mode);
    const asked = act(transaction.objectStore(name));
    transaction.commit(); // at once: the page may be closed before it would commit by itself
    return await asPromise(asked);
  } catch {
    return otherwise(memory[name]); // the disk is full, or the storage was taken away
  }
}

/** Whether anything outlasts the page. */
export const keepsForGood = async () => (await open()) !== null;

export const keepReport = (key, raw) => withStore("reports", "readwrite",
  (store) => store.put(raw, key), (found) => found.set(key, raw));

export const keptReport = (key) => withStore("reports", "readonly",
  (store) => store.get(key), (found) => found.get(key));

export async function keptKeys() {
  const kept = await withStore("reports", "readonly",
    (store) => store.getAllKeys(), (found) => [...found.keys()]);
  return [...new Set([...kept, ...memory.reports.keys()])].filter((key) => typeof key === "string");
}

export const keepDraft = (key, lines) => withStore("drafts", "readwrite",
  (store) => store.put(lines, key), (found) => found.set(key, lines));

export async function keptDraft(key) {
  const found = await withStore("drafts", "readonly",
    (store) => store.get(key), (kept) => kept.get(key));
  return Array.isArray(found) ? found.filter((line) => typeof line === "string") : [];
}

/** Forget a game of a seat: its reports and drafts. */
export async function forget(prefix) {
  for (const name of ["reports", "drafts"]) {
    const keys = await withStore(name, "readonly",
      (store) => store.getAllKeys(), (found) => [...found.keys()]);
    for (const key of keys.filter((one) => String(one).startsWith(prefix))) {
      await withStore(name, "readwrite", (store) => store.delete(key), (found) => found.delete(key));
    }
  }
  try {
    const words = Object.keys(localStorage).filter((one) => LEFT.some((how) => one.startsWith(`pbem-${how}-${prefix}`)));
    for (const one of words) localStorage.removeItem(one);
  } catch {
    return; // what keeps no words has none to forget
  }
}

/** Remember that these lines of a report left the page: how is "mailed" or "copied". */
export const handOver = (key, how, lines) => remembered(`${how}-${key}`, lines.join("\n"));

/** How these lines left the page: "mailed", "copied", or undefined where they did not. */
export const wayOf = (key, lines) => LEFT.find((how) => remembered(`${how}-${key}`) === lines.join("\n"));

/** The lines of a report that left the page; none where none did. */
export const handedOver = (key) =>
  LEFT.map((how) => remembered(`${how}-${key}`)).find(Boolean)?.split("\n") ?? [];

/** A word that the browser remembers, once it was told it; null where it cannot, or was not. */
export function remembered(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(`pbem-${key}`, value);
    return localStorage.getItem(`pbem-${key}`);
  } catch {
    return null;
  }
}
