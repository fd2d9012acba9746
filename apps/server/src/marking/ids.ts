import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Keys } from '../keys.ts'

/** A queue: one question, or one of its parts, of a delivery, or of an exam version that was sat without one (then `deliveryId` is empty). */
export interface Queue {
  readonly examGuid: string
  readonly version: number
  readonly deliveryId: string
  readonly questionId: string
  /** Empty if the question is marked as a whole. */
  readonly part: string
}

/** A response: what one sitting has for one question, or one of its parts. */
export interface ResponseName {
  readonly formRunGuid: string
  readonly questionId: string
  readonly part: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 300

const parsed = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** The id of a queue. Nothing in it is secret, and nothing of a candidate; whether somebody may see the queue is asked each time. */
export const queueIdOf = ({ examGuid, version, deliveryId, questionId, part }: Queue): string =>
  Buffer.from(JSON.stringify([examGuid, version, deliveryId, questionId, part])).toString('base64url')

/** Undefined if it is none. */
export const readQueueId = (id: string): Queue | undefined => {
  const [examGuid, version, deliveryId, questionId, part, ...rest] = parsed(Buffer.from(id, 'base64url').toString('utf8'))
  if (!isText(examGuid) || !isText(deliveryId) || !isText(questionId) || !isText(part) || rest.length > 0) return undefined
  if (typeof version !== 'number' || !Number.isSafeInteger(version)) return undefined
  return { examGuid, version, deliveryId, questionId, part }
}

const nonceBytes = 12
const tagBytes = 16
const purpose = 'responses of markers'

/** Two keys of one purpose: one hides, the other makes the nonce. */
const keysOf = (keys: Pick<Keys, 'secretFor'>) => ({
  hide: keys.secretFor(`${purpose}: hide`),
  name: keys.secretFor(`${purpose}: name`),
})

/** Another one for each text, and the same for the same: by it the id of a response is the same each time, as its marker's device needs. */
const nonceOf = (name: Buffer, text: string) => createHmac('sha256', name).update(text).digest().subarray(0, nonceBytes)

/**
 * The id by which a marker knows a response. Nobody reads from it whose sitting it is, or makes one; it is the same each time, and follows from the server's
 * secret alone, so that a mark that waited on a device is taken after the database was restored.
 */
export const responseIdOf = (
  keys: Pick<Keys, 'secretFor'>,
  orgId: number,
  { formRunGuid, questionId, part }: ResponseName,
): string => {
  const { hide, name } = keysOf(keys)
  const text = JSON.stringify([orgId, formRunGuid, questionId, part])
  const nonce = nonceOf(name, text)
  const cipher = createCipheriv('aes-256-gcm', hide, nonce)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

const opened = (hide: Buffer, bytes: Buffer): string | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', hide, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** The response of an id; undefined if it is none of this organisation, or was made with a secret that isn't accepted. */
export const readResponseId = (keys: Pick<Keys, 'accepted'>, orgId: number, id: string): ResponseName | undefined => {
  const bytes = Buffer.from(id, 'base64url')
  for (const one of keys.accepted) {
    const [org, formRunGuid, questionId, part] = parsed(opened(keysOf(one).hide, bytes) ?? '')
    if (org === orgId && isText(formRunGuid) && isText(questionId) && isText(part)) return { formRunGuid, questionId, part }
  }
  return undefined
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A short name of a response to talk about it, as `K7Q-2F4`: the same for everybody. Of two responses it may be the same. */
export const codeOf = (
  keys: Pick<Keys, 'fingerprint'>,
  orgId: number,
  { formRunGuid, questionId, part }: ResponseName,
): string => {
  const bytes = Buffer.from(keys.fingerprint(purpose, JSON.stringify([orgId, formRunGuid, questionId, part])), 'hex')
  const signs = [...bytes.subarray(0, 6)].map((byte) => letters[byte % letters.length] ?? '')
  return `${signs.slice(0, 3).join('')}-${signs.slice(3).join('')}`
}
