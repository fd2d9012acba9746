import { createHmac, randomUUID } from 'node:crypto'
import type { IntegrityAdvocateConfig } from '../proctoring-config.ts'

/** Who signs, and its own request. */
export interface Signing {
  readonly appId: string
  readonly apiKey: string
  readonly nowMs: number
  readonly nonce: string
}

/** What the next request is signed with: its service takes no nonce twice. */
export const nextSigning = ({ appId, apiKey }: Pick<Signing, 'appId' | 'apiKey'>, nowMs: number): Signing => ({
  appId,
  apiKey,
  nowMs,
  nonce: randomUUID().replaceAll('-', ''),
})

/**
 * The signature of a request, as the monitor's documentation has it: HMAC-SHA256 with the decoded key over the app's id, the method,
 * the address without its query, encoded and in lower case, the seconds and the nonce.
 */
export const monitorSignature = (address: string, { appId, apiKey, nowMs, nonce }: Signing): string =>
  createHmac('sha256', Buffer.from(apiKey, 'base64'))
    .update(`${appId}GET${encodeURIComponent(address).toLowerCase()}${Math.floor(nowMs / 1000)}${nonce}`)
    .digest('base64')

/** The header of a call. */
export const monitorAuthorization = (address: string, signing: Signing): string =>
  `amx ${signing.appId}:${monitorSignature(address, signing)}:${signing.nonce}:${Math.floor(signing.nowMs / 1000)}`

/** Whom the monitor watches, by the names of its calls. */
export interface Participant {
  readonly appid: string
  readonly participantidentifier: string
  readonly courseid: string
  readonly participantfirstname: string
  readonly participantlastname: string
  readonly participantemail: string
  readonly activityid: string
}

/** The script's address for a participant. What is said of them is under the signature too, so that nobody else is watched in their place. */
export const scriptAddress = (
  { address }: Pick<IntegrityAdvocateConfig, 'address'>,
  participant: Participant,
  signing: Signing,
): string => {
  const query = new URLSearchParams({ ...participant })
  const url = `${address}/participants/integrity?${query}`
  const proof = {
    timestamp: String(Math.floor(signing.nowMs / 1000)),
    nonce: signing.nonce,
    signature: monitorSignature(url, signing),
  }
  return `${url}&${new URLSearchParams(proof)}`
}
