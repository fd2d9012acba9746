import * as z from 'zod/mini'

const key = 'sitwell.theme'

/** People of one browser that are remembered: a room's computer meets hundreds. */
const mostNames = 200

const version1 = z.object({ version: z.literal(1), name: z.string() })
const version2 = z.object({
  version: z.literal(2),
  /** The one on show last, for the screens before an organisation is known. */
  last: z.string(),
  names: z.record(z.string(), z.string()),
})
type Memory = Pick<z.infer<typeof version2>, 'names'> & { readonly last: string | undefined }

/** Whose choice it is: of a person, or of whoever isn't signed in at an organisation. */
export interface ThemeScope {
  readonly orgId: number
  readonly userGuid?: string | undefined
}

/** The one choice of a browser of version 1, for everyone who has made none since. */
const anyone = '*'

const scopeKeys = ({ orgId, userGuid }: ThemeScope): string[] =>
  userGuid === undefined ? [`${orgId}`] : [`${orgId}/${userGuid}`, `${orgId}`]

const read = (storage: Pick<Storage, 'getItem'>): Memory => {
  try {
    const retained: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    const old = z.safeParse(version1, retained)
    if (old.success) return { last: old.data.name, names: { [anyone]: old.data.name } }
    return z.parse(version2, retained)
  } catch {
    // Nothing remembered, or by a version to come, or a browser that keeps nothing.
    return { last: undefined, names: {} }
  }
}

/** The theme that was chosen last in this browser; undefined if none was. */
export const lastThemeName = (storage: Pick<Storage, 'getItem'>): string | undefined => read(storage).last

/** What this person chose last in this browser, otherwise what somebody did at the organisation's login page; undefined for neither. */
export const rememberedThemeName = (storage: Pick<Storage, 'getItem'>, scope: ThemeScope): string | undefined => {
  const { names } = read(storage)
  const found = [...scopeKeys(scope), anyone].find((name) => Object.hasOwn(names, name))
  return found === undefined ? undefined : names[found]
}

export const rememberThemeName = (storage: Pick<Storage, 'getItem' | 'setItem'>, scope: ThemeScope, name: string): void => {
  const [own = ''] = scopeKeys(scope)
  const { names } = read(storage)
  const others = Object.entries(names).filter(([scoped]) => scoped !== own)
  const retained = Object.fromEntries([...others, [own, name] as const].slice(-mostNames))
  try {
    storage.setItem(key, JSON.stringify({ version: 2, last: name, names: retained }))
  } catch {
    // A browser that keeps nothing: the theme holds until the page is left.
  }
}
