import type { TabKeys } from './tab-key.ts'

/** What was sealed: it names nothing and says nothing to whoever hasn't the key. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

/** Seals what is kept on the device with the key of this tab. */
export interface Seal {
  /** Names the key. */
  readonly id: string
  /** `place`: where it will be kept, and can be opened alone. */
  seal(bytes: Uint8Array<ArrayBuffer>, place: string): Promise<Sealed>
  /** Undefined if it was sealed by another key, for another place, or is damaged. */
  open(sealed: Sealed, place: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const ivBytes = 12
const keyBytes = 32

const encode = (text: string) => new TextEncoder().encode(text)
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

interface SealParts {
  readonly crypto: Pick<Crypto, 'getRandomValues'> & { readonly subtle?: SubtleCrypto }
  newId(): string
  /** Whether this tab alone has the key of that id: see `createTabClaims`. */
  isOwn(id: string): Promise<boolean>
}

/**
 * The seal of this tab, with its key or, if it has none yet or only that of the tab of which it is a copy, a new one. Undefined if the browser can't seal (a page over plain http) or doesn't keep
 * the key: then nothing is kept that would have to be sealed.
 */
export const openSeal = async (keys: TabKeys, { crypto, newId, isOwn }: SealParts): Promise<Seal | undefined> => {
  const { subtle } = crypto
  if (subtle === undefined) return undefined
  const kept = keys.get()
  const found = kept !== undefined && (await isOwn(kept.id)) ? kept : undefined
  const { id, key } = found ?? { id: newId(), key: toBase64(crypto.getRandomValues(new Uint8Array(keyBytes))) }
  if (found === undefined) {
    if (!keys.set({ id, key })) return undefined
    await isOwn(id)
  }
  const secret = await subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const by = (iv: Uint8Array<ArrayBuffer>, place: string) => ({ name: 'AES-GCM', iv, additionalData: encode(place) })
  return {
    id,
    seal: async (bytes, place) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      return { iv, bytes: await subtle.encrypt(by(iv, place), secret, bytes) }
    },
    open: async ({ iv, bytes }, place) => {
      try {
        return new Uint8Array(await subtle.decrypt(by(iv, place), secret, bytes))
      } catch {
        return undefined
      }
    },
  }
}
