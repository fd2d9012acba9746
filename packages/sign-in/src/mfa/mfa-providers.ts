/** How a second proof of identity is given, with its number in the calls (spec 1 §3); 0 is none set up. */
export const mfaOptions = { email: 1, textmessage: 2, app: 3 } as const
export type MfaProvider = keyof typeof mfaOptions

const names = Object.keys(mfaOptions) as MfaProvider[]

/** The provider of an option; undefined for 0, and for a number that no provider has. */
export const providerOfOption = (option: number): MfaProvider | undefined => names.find((name) => mfaOptions[name] === option)

/**
 * The providers of the setting `MFA Providers`, a comma list, in its order: names in any case, unknown ones dropped, email and
 * text messages only for somebody whom they reach (spec 1 §5). If none is left it is the app, so that nobody is left without a way in.
 */
export const mfaProvidersOf = (
  setting: string,
  hasEmail: boolean,
  hasPhone = true,
): readonly [MfaProvider, ...MfaProvider[]] => {
  const asked = setting.split(',').map((name) => name.trim().toLowerCase())
  const known = [...new Set(asked)].flatMap((name) => names.filter((provider) => provider === name))
  const [first = 'app', ...others] = known.filter(
    (provider) => (provider !== 'email' || hasEmail) && (provider !== 'textmessage' || hasPhone),
  )
  return [first, ...others]
}
