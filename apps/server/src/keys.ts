import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/** What the server keeps secret with its own secret. Another secret reads nothing of it, so that a stolen database tells nothing. */
export interface Keys {
  /** Encrypts, with a seal that shows a change. */
  seal(text: string): string
  /** Undefined where it was sealed with another secret, or changed. */
  open(sealed: string): string | undefined
  /** A keyed hash: the same for the same text, of no use to who has it. `purpose` keeps two uses apart. */
  fingerprint(purpose: string, text: string): string
  /** 32 bytes that are always the same for a purpose, and tell nothing of any other. */
  secretFor(purpose: string): Buffer
}

const ivBytes = 12
const tagBytes = 16

export const createKeys = (secret: Uint8Array): Keys => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `sitwell ${purpose}`, 32))
  const sealing = derive('seal')
  // Given as bytes, it would be made a key of again for each hash, which then takes six times as long.
  const hashing = createSecretKey(derive('fingerprint'))
  return {
    secretFor: derive,
    seal: (text) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
    fingerprint: (purpose, text) => createHmac('sha256', hashing).update(`${purpose}\0${text}`).digest('hex'),
  }
}
