import type { Api } from '@sitwell/client/api'
import { isOfSession, type OfficeSession } from './office-session.ts'

/**
 * The calls of the office's pages. One that is refused because the page's session has ended waits for the same person to sign in again over
 * the page, and is then made again: what was typed and sent isn't lost, and no page has to know about it.
 */
export const officeApi = (api: Api, session: Pick<OfficeSession, 'untilRestored'>): Api => ({
  ...api,
  async call(call, input, options) {
    for (;;) {
      const outcome = await api.call(call, input, options)
      if (call.office === undefined || outcome.ok || !isOfSession(outcome)) return outcome
      if (!(await session.untilRestored(options?.signal))) return outcome
    }
  },
})
