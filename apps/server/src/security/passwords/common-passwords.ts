/** Loaded with the first password that is set: some ten thousands, which take a moment to unpack. */
let loading: Promise<ReadonlySet<string>> | undefined

const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(Object.values(dictionary['passwords-common']).map((one) => String(one).toLowerCase()))
}

/**
 * Whether a password is among those that everybody who guesses tries first, in whatever case; also written twice, or with digits and
 * signs behind it that make it no harder (`Sunshine1!`).
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  loading ??= load()
  const common = await loading
  const lower = password.toLowerCase()
  const half = lower.slice(0, lower.length / 2)
  const bare = lower.replace(/[\d\W_]{1,3}$/, '')
  return common.has(lower) || (half + half === lower && common.has(half)) || common.has(bare)
}
