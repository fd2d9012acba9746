/** How a person shows the second step (spec 1 §3). */
export const mfaOption = { notSet: 0, email: 1, textMessage: 2, app: 3 } as const

/** The name of an option, for the security log. */
export const wayOf = (option: number): string =>
  Object.entries(mfaOption).find(([, value]) => value === option)?.[0] ?? 'unknown'

const byName: ReadonlyMap<string, number> = new Map([
  ['email', mfaOption.email],
  ['textmessage', mfaOption.textMessage],
  ['app', mfaOption.app],
])

/**
 * What a person may set up: from the setting `MFA Providers`, a comma list of names in any case. Unknown names are dropped, email
 * needs an email, and so does a text message a phone; the app if nothing is left (spec 1 §5).
 */
export const optionsToSetUp = (
  setting: string | null,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
): readonly number[] => {
  const named = (setting ?? '').split(',').flatMap((name) => byName.get(name.trim().toLowerCase()) ?? [])
  const reached = (option: number) => (option === mfaOption.email ? email : option === mfaOption.textMessage ? phone : true)
  const options = [...new Set(named)].filter(reached)
  return options.length > 0 ? options : [mfaOption.app]
}

const arabicDigits = '٠١٢٣٤٥٦٧٨٩'
const persianDigits = '۰۱۲۳۴۵۶۷۸۹'

/** The six digits of a code as somebody types it: in groups, or with the digits of their own script. Undefined if it is not a code. */
export const digitsOf = (typed: string): string | undefined => {
  const digits = typed
    .replace(/[٠-٩]/g, (digit) => String(arabicDigits.indexOf(digit)))
    .replace(/[۰-۹]/g, (digit) => String(persianDigits.indexOf(digit)))
    .replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
