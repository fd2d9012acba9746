import * as z from 'zod/mini'

/** What a new password has to be in an organisation, so that it can be told before somebody chooses one. */
export const publicPasswordPolicy = z.object({
  minCharacters: z.number(),
  needsDigit: z.boolean(),
  needsBothCases: z.boolean(),
  needsSign: z.boolean(),
})
export type PublicPasswordPolicy = z.infer<typeof publicPasswordPolicy>

/** Why a password is refused. `common`: it is among those that are tried first; `row`: its characters are a row, as `abcdefgh`. */
export const passwordFindings = [
  'too-short',
  'too-long',
  'no-digit',
  'one-case',
  'no-sign',
  'common',
  'row',
  'has-username',
] as const
export type PasswordFinding = (typeof passwordFindings)[number]
