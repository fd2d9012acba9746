import type { PackageFiles } from '../files/package-files.ts'
import { withFormulaPictures } from '../formulas/formula-pictures.ts'
import { cleanHtml } from '../html/clean-html.ts'
import { type FileSearch, filesOf } from '../html/find-file.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text as HTML, its lines kept. */
export const plainHtml = (text: string): string => escaped(text.trim()).replace(/\r?\n/g, '<br>')

/**
 * Whether there is a tag in a text. A tag goes to the next bracket of either kind, here and below: to its own alone, a text of many that open
 * would be looked through from each of them.
 */
export const hasTag = (text: string): boolean => /<[a-z!/][^<>]*>/i.test(text)

/** What HTML of a bank says without its tags. */
export const wordsIn = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(
      /&(amp|lt|gt|quot|nbsp|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' })[name] ?? "'",
    )
    .replace(/\s+/g, ' ')
    .trim()

/** Cleans the HTML of one question, and gathers what was taken out of it and which files it names. */
export class BankHtml {
  readonly removed = new Set<string>()
  readonly search: FileSearch = { used: new Set(), missing: new Set() }
  /** Pictures of its feedback that aren't there: the question is asked without them. */
  readonly missingInFeedback = new Set<string>()
  readonly #files: PackageFiles
  readonly #folder: string

  constructor(files: PackageFiles, folder = '') {
    this.#files = files
    this.#folder = folder
  }

  clean(html: string): string {
    const done = cleanHtml(withFormulaPictures(html), filesOf(this.#files, this.#folder, this.search))
    for (const one of done.removed) this.removed.add(one)
    return done.html
  }

  /** Cleans feedback on answers. */
  cleanFeedback(html: string): string {
    const search: FileSearch = { used: this.search.used, missing: this.missingInFeedback }
    const done = cleanHtml(withFormulaPictures(html), filesOf(this.#files, this.#folder, search))
    for (const one of done.removed) this.removed.add(one)
    return done.html
  }
}
