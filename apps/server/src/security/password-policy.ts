import type { PasswordPolicy } from '../organisation/organisation-file.ts'

/** More than anybody types, and little enough to hash. */
const mostCharacters = 1000

/** What is tried first by everybody who guesses, and long enough for the usual policy. */
const common = new Set([
  ...['password', 'passw0rd', 'password1', 'password123', 'qwertyui', 'qwertyuiop', 'qwerty123', 'iloveyou', 'sunshine'],
  ...['princess', 'football', 'baseball', 'welcome1', 'superman', 'trustno1', 'letmein1', 'whatever', 'computer', 'abcd1234'],
])

const isRow = (text: string) => {
  const steps = [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0))
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

/** Whether a new password may be taken: the organisation's wishes, and what would be guessed first refused whatever they are. */
export const acceptsPassword = (
  policy: PasswordPolicy,
  password: string,
  { username }: { readonly username: string },
): boolean => {
  const signs = [...password.normalize('NFC')]
  if (signs.length < policy.minCharacters || signs.length > mostCharacters) return false
  const lower = password.toLowerCase()
  if (common.has(lower) || isRow(lower) || lower.includes(username.toLowerCase())) return false
  if (policy.needsDigit && !/\p{Nd}/u.test(password)) return false
  if (policy.needsBothCases && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password))) return false
  return !policy.needsSign || /[^\p{L}\p{N}]/u.test(password)
}
