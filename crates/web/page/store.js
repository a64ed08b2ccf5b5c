// What is kept in this browser: records of levels, the options, the draft.

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("lurd", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("records");
      request.result.createObjectStore("kept");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let database;

/** Runs `work` on a store. Without a database, as in a private window, nothing is kept. */
async function within(name, mode, work) {
  try {
    database ??= open();
    const transaction = (await database).transaction(name, mode);
    const result = work(transaction.objectStore(name));
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(result?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

export async function records() {
  const all = [];
  await within("records", "readonly", (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      all.push([cursor.key, cursor.value]);
      cursor.continue();
    };
    return request;
  });
  return all;
}

export function keepRecords(changes) {
  return within("records", "readwrite", (store) => {
    for (const [key, record] of changes) store.put(record, key);
  });
}

export const kept = (key) => within("kept", "readonly", (store) => store.get(key));
export const keep = (key, value) => within("kept", "readwrite", (store) => { store.put(value, key); });
