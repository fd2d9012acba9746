/** Who may import whom: `from` and `to` are patterns of paths below the project's root; `$1` in `to` is the first group of `from`. */
export interface MayImport {
  readonly why: string
  readonly from: string
  readonly to: readonly string[]
}

const npmName = /^(@[a-z\d.-]+\/)?[a-z\d.-]+$/

/** Patterns of packages of npm. Throws for a pattern instead of a name: each package is named, so that a new one needs its line. */
export const npm = (...names: string[]) =>
  names.map((name) => {
    if (!npmName.test(name)) throw new Error(`${name} is no name of a package`)
    return `^node_modules/(@types/)?${name.replaceAll('.', '\\.')}/`
  })
export const node = '^(node:)?[a-z_0-9]+(/promises)?$'

/** The packages of this repository, and the entries of those that have several. */
export const packages = {
  contract: '^packages/contract/src/',
  exam: '^packages/exam/src/',
  i18n: '^packages/i18n/src/',
  qti: '^packages/qti/src/',
  'safe-html': '^packages/safe-html/src/',
  'question-types/marking':
    '^packages/question-types/src/(marking|accepted-answers-marking|typed-answers-marking|mark-scheme/schemes-marking)\\.ts$',
  'question-types/qti': '^packages/question-types/src/qti\\.ts$',
  'question-types/recordings': '^packages/question-types/src/recordings\\.ts$',
  'question-types/rules': '^packages/question-types/src/rules\\.ts$',
} as const
