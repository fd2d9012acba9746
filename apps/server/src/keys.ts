import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/** Keys derived from the server's secret. They can't be read with another secret, so a stolen database discloses nothing. */
export interface Keys {
  /** Encrypts, with a seal that shows a change. */
  seal(text: string): string
  /** Undefined if it was sealed with a secret that isn't accepted, or was changed. */
  open(sealed: string): string | undefined
  /** Whether it was sealed as `seal` does it now: with the secret that signs, and in its form. */
  isCurrent(sealed: string): boolean
  /** A keyed hash: the same for the same text, of no use to who has it. `purpose` keeps two uses apart. */
  fingerprint(purpose: string, text: string): string
  /** 32 bytes that are always the same for one purpose, and disclose nothing about other purposes. */
  secretFor(purpose: string): Buffer
  /**
   * The keys of each accepted secret: first the current one, then the other one. Compare anything that was issued or stored
   * before with each of them.
   */
  readonly accepted: readonly Keys[]
}

interface Wishes {
  /** A second secret, with which things were or will be made: what follows from it is read, and nothing is made with it. */
  readonly accepted?: Uint8Array | undefined
}

const ivBytes = 12
const tagBytes = 16

/**
 * The first byte of what is sealed: AES-256-GCM, after it four bytes that name the key, the nonce, the tag and what is hidden. Another
 * cipher gets the next number.
 */
const formOfGcm = 1
const headBytes = 5

interface SealingKey {
  readonly key: Buffer
  /** Form and name of the key, as they begin what is sealed with it. */
  readonly head: Buffer
}

const derived = (secret: Uint8Array, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `sitwell ${purpose}`, 32))

const sealingKeyOf = (secret: Uint8Array): SealingKey => ({
  key: derived(secret, 'seal'),
  head: Buffer.concat([Buffer.from([formOfGcm]), derived(secret, 'name of a key').subarray(0, headBytes - 1)]),
})

const sealWith = ({ key, head }: SealingKey, text: string): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  // The name of the key is authenticated as well.
  cipher.setAAD(head)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([head, iv, cipher.getAuthTag(), hidden]).toString('base64url')
}

const isNamed = (bytes: Buffer, { head }: SealingKey) => bytes.subarray(0, headBytes).equals(head)

/** Undefined if it was sealed with another key, or changed. */
const openWith = (sealingKey: SealingKey, sealed: Buffer): string | undefined => {
  if (!isNamed(sealed, sealingKey)) return undefined
  const { key, head } = sealingKey
  const bytes = sealed.subarray(headBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(head)
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

const openAny = (sealingKeys: readonly SealingKey[], sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const one of sealingKeys) {
    const text = openWith(one, bytes)
    if (text !== undefined) return text
  }
  return undefined
}

/** The keys of a secret. If a second secret is accepted, data made with it can be read too. */
export const createKeys = (secret: Uint8Array, { accepted }: Wishes = {}): Keys => {
  const sealing = sealingKeyOf(secret)
  const sealingKeys = [sealing, ...(accepted ? [sealingKeyOf(accepted)] : [])]
  // Given as bytes, it would be made a key of again for each hash, which then takes six times as long.
  const hashing = createSecretKey(derived(secret, 'fingerprint'))
  const others = accepted ? [createKeys(accepted)] : []
  const keys: Keys = {
    get accepted() {
      return [keys, ...others]
    },
    secretFor: (purpose) => derived(secret, purpose),
    seal: (text) => sealWith(sealing, text),
    open: (sealed) => openAny(sealingKeys, sealed),
    isCurrent: (sealed) => isNamed(Buffer.from(sealed, 'base64url'), sealing),
    fingerprint: (purpose, text) => createHmac('sha256', hashing).update(`${purpose}\0${text}`).digest('hex'),
  }
  return keys
}
