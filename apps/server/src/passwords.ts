import { hash, parseOptions, verify } from '@node-rs/argon2'

/** How passwords are kept and compared; tests put another in its place to count. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
  /** Whether a hash was made with today's cost: an older one is made anew at the next sign-in. */
  isCurrent(hashed: string): boolean
}

/** Argon2id (this library's default) with 19 MiB, two passes, one lane: what OWASP advises at least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One sign on screen is one sign here, however a keyboard composes it. */
const composed = (password: string) => password.normalize('NFC')

export const argon2id: Passwords = {
  hash: (password) => hash(composed(password), cost),
  verify: (hashed, password) => verify(hashed, composed(password)),
  isCurrent: (hashed) => {
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed)
    return memoryCost === cost.memoryCost && timeCost === cost.timeCost && parallelism === cost.parallelism
  },
}
