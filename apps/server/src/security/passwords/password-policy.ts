import type { PasswordFinding } from '@sitwell/contract'
import type { PasswordPolicy } from '../organisation/organisation-details.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isMadeOf } from './context-words.ts'

/** More than anybody types, and little enough to hash. */
const mostCharacters = 1000

/** A shorter user name is in many a password by chance. */
const shortestUsername = 3

const isRow = (text: string) => {
  const steps = [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0))
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

/**
 * Why a new password is refused: by the organisation's wishes, or because it would be guessed first. Empty
 * where it may be taken. `words`: those that represent the place. `isBreached` asks a list of stolen ones, if there is one.
 */
export const findingsOfPassword = async (
  policy: PasswordPolicy,
  password: string,
  {
    username,
    words,
    isBreached = async () => false,
  }: {
    readonly username: string
    readonly words: readonly string[]
    readonly isBreached?: (password: string) => Promise<boolean>
  },
): Promise<PasswordFinding[]> => {
  const { length } = [...password.normalize('NFC')]
  if (length > mostCharacters) return ['too-long']
  const lower = password.toLowerCase()
  const found: [PasswordFinding, boolean][] = [
    ['too-short', length < policy.minCharacters],
    ['no-digit', policy.needsDigit && !/\p{Nd}/u.test(password)],
    ['one-case', policy.needsBothCases && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password))],
    ['no-sign', policy.needsSign && !/[^\p{L}\p{N}]/u.test(password)],
    ['row', isRow(lower)],
    ['common', (await isCommonPassword(password)) || isMadeOf(password, words) || (await isBreached(password))],
    ['has-username', username.length >= shortestUsername && lower.includes(username.toLowerCase())],
  ]
  return found.flatMap(([finding, is]) => (is ? [finding] : []))
}
