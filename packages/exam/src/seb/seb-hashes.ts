import type { Sha256 } from '../evidence/chain.ts'

/** The headers in which Safe Exam Browser tells its keys, each bound to the address that is asked for. */
export const sebHeaders = {
  configKey: 'x-safeexambrowser-configkeyhash',
  browserExamKey: 'x-safeexambrowser-requesthash',
} as const

/** The two kinds of keys: one of the settings alone, one of the settings together with the program. */
export type SebKeyKind = keyof typeof sebHeaders

/** Keys that an exam takes, in hexadecimal digits. Of each kind that has any, a browser has to have one. */
export type SebKeys = Readonly<Record<SebKeyKind, readonly string[]>>

/** What a browser told: the hashes, and the addresses of which one is what they are bound to. */
export interface SebProof {
  readonly addresses: readonly string[]
  readonly hashes: Readonly<Partial<Record<SebKeyKind, string | undefined>>>
}

const kinds: readonly SebKeyKind[] = ['configKey', 'browserExamKey']

/** What of an address is hashed: all but its fragment, which no server hears of. */
export const withoutFragment = (address: string): string => address.split('#', 1)[0] ?? ''

/** The hash that a browser with this key sends for this address. */
export const sebHash = (address: string, key: string, sha256: Sha256): string =>
  sha256(withoutFragment(address) + key.toLowerCase())

/** Compares all of both texts, however early they differ. */
const isSame = (one: string, other: string): boolean => {
  let differs = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) differs |= one.charCodeAt(at) ^ other.charCodeAt(at % Math.max(1, other.length))
  return differs === 0
}

/**
 * Whether what a browser told shows the keys of an exam: one of each kind that the exam has. Keys without any of either kind are shown
 * by nobody. All keys are compared, so that the time it takes tells nothing of them.
 */
export const showsKeys = (keys: SebKeys, { addresses, hashes }: SebProof, sha256: Sha256): boolean => {
  const asked = kinds.filter((kind) => keys[kind].length > 0)
  const shown = asked.filter((kind) => {
    const given = hashes[kind]?.toLowerCase() ?? ''
    const found = addresses.flatMap((address) => keys[kind].map((key) => isSame(sebHash(address, key, sha256), given)))
    return found.filter(Boolean).length > 0
  })
  return asked.length > 0 && shown.length === asked.length
}
