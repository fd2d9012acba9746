import { calls } from '@sitwell/contract'
import { createOfficeBrowser, type OfficeBrowser } from './office-browser.ts'

/** A browser in which a person of `personOf` has signed in to the office, in an organisation that asks for no second step. */
export const openOffice = async (
  server: { readonly origin: string },
  orgId: number,
  username: string,
): Promise<OfficeBrowser> => {
  const one = createOfficeBrowser(server)
  const body = { orgId, username, password: `${username}-secret` }
  one.page((await one.doIt(calls.officeSignIn, { body })).sessionId)
  return one
}
