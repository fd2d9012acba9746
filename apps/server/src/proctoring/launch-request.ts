import { createHmac } from 'node:crypto'
import type { ProctorioConfig } from '../proctoring-config.ts'

/** What the provider is told of a launch. Addresses of pages are patterns, as its service wants them. */
export interface Launch {
  readonly launchUrl: string
  readonly userId: string
  readonly examStart: string
  readonly examTake: string
  readonly examEnd: string
  readonly options: readonly string[]
  readonly fullName: string
  readonly examTag: string
}

/** A request of its own: the same one is never sent twice. */
export interface Once {
  readonly nowMs: number
  readonly nonce: string
}

/** Percent-encoded as RFC 3986 has it, which leaves nothing but letters, digits and `-._~`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The fields of a launch request with their signature: HMAC-SHA1 with the secret over `POST&address&fields`, in the order that the
 * provider's documentation gives them. It isn't sorted, and nothing follows the secret: it only looks like OAuth 1.
 */
export const signedLaunch = (
  { address, key, secret }: Pick<ProctorioConfig, 'address' | 'key' | 'secret'>,
  launch: Launch,
  { nowMs, nonce }: Once,
): URLSearchParams => {
  const fields: readonly (readonly [string, string])[] = [
    ['launch_url', launch.launchUrl],
    ['user_id', launch.userId],
    ['oauth_consumer_key', key],
    ['exam_start', launch.examStart],
    ['exam_take', launch.examTake],
    ['exam_end', launch.examEnd],
    ['exam_settings', launch.options.join(',')],
    ['fullname', launch.fullName],
    ['exam_tag', launch.examTag],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_version', '1.0'],
    ['oauth_timestamp', String(Math.floor(nowMs / 1000))],
    ['oauth_nonce', nonce],
  ]
  const normalised = fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const base = `POST&${encoded(address)}&${encoded(normalised)}`
  const signature = createHmac('sha1', secret).update(base).digest('base64')
  return new URLSearchParams([...fields.map(([name, value]) => [name, value]), ['oauth_signature', signature]])
}
