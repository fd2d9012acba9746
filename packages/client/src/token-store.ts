import type { Tokens } from './session.ts'

/** Where the client finds the tokens and puts the refreshed ones. */
export interface TokenStore {
  get(): Tokens | undefined
  set(tokens: Tokens | undefined): void
}

/** Tokens in memory, with every change handed on to be stored. */
export const createTokenStore = (initial: Tokens | undefined, onChange: (tokens: Tokens | undefined) => void): TokenStore => {
  let held = initial
  return {
    get: () => held,
    set: (tokens) => {
      held = tokens
      onChange(tokens)
    },
  }
}
