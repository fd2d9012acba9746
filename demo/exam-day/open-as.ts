import { calls } from '@sitwell/contract'
import { createOfficeBrowser, type OfficeBrowser } from '../../apps/server/src/testing/office-browser.ts'

/** Opens the office as somebody of the demonstration, whose password is their name. */
export const openAs = async (origin: string, orgId: number, username: string): Promise<OfficeBrowser> => {
  const one = createOfficeBrowser({ origin })
  one.page((await one.doIt(calls.officeSignIn, { body: { orgId, username, password: username } })).sessionId)
  return one
}
