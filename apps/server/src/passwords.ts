import { hash, parseOptions, verify } from '@node-rs/argon2'

/** How passwords are kept and compared; tests put another in its place, to count or for speed. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
  /** Whether a hash was made with today's cost: an older one is made again at the next sign-in. */
  isCurrent(hashed: string): boolean
}

interface Cost {
  /** KiB. */
  readonly memoryCost: number
  /** Passes. */
  readonly timeCost: number
  /** Lanes. */
  readonly parallelism: number
}

/** One sign on screen is one sign here, however a keyboard composes it. */
const composed = (password: string) => password.normalize('NFC')

/** Argon2id (this library's default) at a cost. The server itself uses {@link argon2id} and no other. */
export const argon2idAt = (cost: Cost): Passwords => ({
  hash: (password) => hash(composed(password), cost),
  verify: (hashed, password) => verify(hashed, composed(password)),
  isCurrent: (hashed) => {
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed)
    return memoryCost === cost.memoryCost && timeCost === cost.timeCost && parallelism === cost.parallelism
  },
})

/** With 19 MiB, two passes, one lane: what OWASP advises at least. */
export const argon2id: Passwords = argon2idAt({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
