import type { BankHtml } from './bank-html.ts'
import type { BankEntry } from './bank-question.ts'

/**
 * Reads questions one by one, each with what cleans its HTML: what was taken out of one is lost with it, one whose picture is missing is
 * left out, and `used` are the files that all of them show. `originalOf`: the text of one as its package has it.
 */
export const withHtml = <T>(
  some: readonly T[],
  make: (one: T) => BankHtml,
  read: (one: T, html: BankHtml) => BankEntry,
  originalOf: (one: T) => string,
): { entries: BankEntry[]; used: ReadonlySet<string> } => {
  const used = new Set<string>()
  const readOne = (one: T): BankEntry => {
    const html = make(one)
    const entry = read(one, html)
    const [missing] = html.search.missing
    if (missing !== undefined) return { name: entry.name, place: entry.place, why: `Its picture "${missing}" is missing.` }
    if ('why' in entry) return entry
    for (const path of html.search.used) used.add(path)
    const removed = [...html.removed].map((what) => ({ what, why: 'It may not stand in the HTML of an exam.' }))
    const unseen = [...html.missingInFeedback].map((name) => ({ what: 'feedback', why: `Its picture "${name}" is missing.` }))
    return { ...entry, lost: [...entry.lost, ...removed, ...unseen] }
  }
  const entries = some.map((one): BankEntry => ({ ...readOne(one), original: () => originalOf(one) }))
  return { entries, used }
}
