/** What is known of a file before anybody reads it; `size` is bytes, `type` what the browser takes it for, perhaps nothing. */
export interface FileFacts {
  readonly name: string
  readonly type: string
  readonly size: number
}

/** Why a file isn't taken, by the numbers of the specification (spec 3 §5). */
export const fileErrors = { invalidType: 1, tooLarge: 2, tooSmall: 3, tooMany: 4, sameName: 5 } as const
export type FileError = (typeof fileErrors)[keyof typeof fileErrors]

/** What one file has to be. Types are extensions, media types or `type/*`; an empty list names none. Sizes are bytes, 0 is no limit. */
export interface FileRules {
  readonly accepted: readonly string[]
  readonly rejected: readonly string[]
  readonly minSize: number
  readonly maxSize: number
}

/** Whether a file is of one of these types, as its name ends or as the browser says. */
export const matchesType = ({ name, type }: Pick<FileFacts, 'name' | 'type'>, types: readonly string[]): boolean => {
  const lowerName = name.toLowerCase()
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase()
  return types.some((written) => {
    const wanted = written.trim().toLowerCase()
    if (wanted === '') return false
    if (wanted.endsWith('/*')) return mediaType.startsWith(wanted.slice(0, -1))
    if (wanted.includes('/')) return mediaType === wanted
    return lowerName.endsWith(`.${wanted.replace(/^\./, '')}`)
  })
}

/** The first of the checks of one file by itself that it fails (spec 3 §5, 1 to 4). */
export const checkFile = (file: FileFacts, { accepted, rejected, minSize, maxSize }: FileRules): FileError | undefined => {
  if (accepted.length > 0 && !matchesType(file, accepted)) return fileErrors.invalidType
  if (matchesType(file, rejected)) return fileErrors.invalidType
  // Nothing is no answer, whatever the smallest size is.
  if (file.size === 0 || file.size < minSize) return fileErrors.tooSmall
  // Strictly less: a file of exactly the largest size is refused (spec 3 §5).
  if (maxSize > 0 && file.size >= maxSize) return fileErrors.tooLarge
  return undefined
}

/** The types of a setting that lists them: `pdf, image/*`. */
const typesIn = (setting: string): string[] => setting.split(/[\s,;]+/).filter((type) => type !== '')

/** What an exam takes: the types that it names itself, otherwise those of its organisation. */
export const acceptedTypes = (ofExam: readonly string[], ofOrganisation: string): readonly string[] =>
  ofExam.length > 0 ? ofExam : typesIn(ofOrganisation)

/** Signs that change how a name reads or ends a line of a header: controls, and those that turn the direction of a text around. */
const treacherous = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * A file's name as it is kept and shown: no folders, nothing that hides its ending, at most `most` characters, of which its ending
 * stays. A name that has nothing left is `file`.
 */
export const cleanFileName = (name: string, most = 255): string => {
  const base = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = base.replace(treacherous, '').trim()
  if (clean === '' || /^\.+$/.test(clean)) return 'file'
  if (clean.length <= most) return clean
  const ending = /\.[^.]{1,20}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, most - ending.length).toWellFormed() + ending
}
