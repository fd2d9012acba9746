import type { SendRequest } from './api.ts'

/** Bytes that the bodies of requests may have together for a browser to send them on behalf of a page that is gone. */
export const mostBytesOnLeaving = 64 * 1024

/**
 * Makes requests that outlive the page, as long as there is room for them. Their answers are nobody's: each attempt counts as failed at
 * once, so that a page that stays after all neither renews a token nor shows anything for it.
 */
export const sendOnLeaving = (): SendRequest => {
  let leftBytes = mostBytesOnLeaving
  return async (url, init) => {
    const bytes = new TextEncoder().encode(String(init.body ?? '')).length
    if (bytes > leftBytes) throw new TypeError('no room for it on leaving')
    if (!new Headers(init.headers).has('authorization')) throw new TypeError('nobody is signed in')
    leftBytes -= bytes
    fetch(url, { ...init, keepalive: true }).catch(() => undefined)
    throw new TypeError('nobody waits for the answer')
  }
}
