import type { Api } from '@sitwell/client/api'
import { setPasswordTokenCheck } from '@sitwell/contract'
import { isTokenValid } from './password-results.ts'

/** Whose password the link with this token sets; undefined for a link that is used, too old or none. Throws if the server can't say. */
export const checkPasswordLink = async (api: Api, token: string) => {
  const outcome = await api.call(setPasswordTokenCheck, { params: { token } })
  if (!outcome.ok) {
    if (outcome.kind === 'unreachable' || outcome.status >= 500) throw new Error(outcome.message)
    return undefined
  }
  const { resultCode, userFirstName = '', userLastName = '', logonID = '', passwordPolicy: policy } = outcome.value
  if (!isTokenValid(resultCode)) return undefined
  return { firstName: userFirstName, lastName: userLastName, logonId: logonID, policy }
}
