import * as z from 'zod'
import type { Behind, WantedExams } from './queries.ts'

const written = z.tuple([z.enum(['name', 'newest']), z.array(z.string()), z.union([z.string(), z.number()]), z.string()])

/** A place in a list, as a text for whoever continues there. It names the search and order that it holds for. */
export const cursorOf = ({ words, sort }: WantedExams, { value, examGuid }: Behind): string =>
  Buffer.from(JSON.stringify([sort, words, value, examGuid])).toString('base64url')

/** Reads a place in a list; undefined of what is none, or of another list. */
export const readCursor = (cursor: string, { words, sort }: WantedExams): Behind | undefined => {
  try {
    const read = written.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (!read.success) return undefined
    const [ofSort, ofWords, value, examGuid] = read.data
    const isOfThis = ofSort === sort && JSON.stringify(ofWords) === JSON.stringify(words)
    const fits = typeof value === (sort === 'name' ? 'string' : 'number')
    return isOfThis && fits ? { value, examGuid } : undefined
  } catch {
    return undefined
  }
}
