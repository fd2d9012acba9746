/**
 * Runs in each page: its store takes nothing more, or takes it again. A transaction that puts something ends as on a full disk: its
 * requests succeed, and at its end it is undone with `QuotaExceededError`; deleting continues. The page's own store is made to say so,
 * because Chromium's switch for it (`Storage.overrideQuotaForOrigin`) changes what is told of the quota, and refuses no write.
 */
export const fillDisk = (isFull: boolean): void => {
  const global = globalThis as typeof globalThis & { fillDisk?: (isFull: boolean) => void }
  if (!global.fillDisk) {
    let isFullNow = false
    global.fillDisk = (is) => {
      isFullNow = is
    }
    const puts = new WeakMap<IDBTransaction, number>()
    const committing = new WeakSet<IDBTransaction>()
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given)
      const { transaction } = this
      puts.set(transaction, (puts.get(transaction) ?? 0) + 1)
      request.addEventListener('success', () => {
        const left = (puts.get(transaction) ?? 0) - 1
        puts.set(transaction, left)
        if (left > 0 || !isFullNow || committing.has(transaction)) return
        const error = new DOMException('The disk is full.', 'QuotaExceededError')
        Object.defineProperty(transaction, 'error', { get: () => error })
        transaction.abort()
      })
      return request
    }
    const { commit } = IDBTransaction.prototype
    // One that commits can't be undone any more: it is left to its end, and undone there.
    IDBTransaction.prototype.commit = function () {
      if (isFullNow && (puts.get(this) ?? 0) > 0) return
      committing.add(this)
      commit.call(this)
    }
  }
  global.fillDisk(isFull)
}
