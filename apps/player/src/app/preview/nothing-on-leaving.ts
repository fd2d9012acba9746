import type { SendRequest } from '@sitwell/client/api'

// The build of the preview puts this file in the place of `send-on-leaving.ts` of packages/client.

/** Sends nothing as the page goes: a preview has nothing to send. */
export const sendOnLeaving = (): SendRequest => () => Promise.reject(new TypeError('a preview sends nothing'))
