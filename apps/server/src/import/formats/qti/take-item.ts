import { PackageRefused } from '../../files/package-files.ts'
import type { QtiReading } from './qti-reading.ts'
import { type ItemInTest, type ReadItem, readItem } from './read-item.ts'

/** An item that was read as a question. */
export type TakenItem = Extract<ReadItem, { question: unknown }>

/** What can't be read of one item is a loss of that item, not of its package. */
const readOrWhy = (reading: QtiReading, path: string, inTest: ItemInTest): ReadItem => {
  try {
    return readItem(reading, path, inTest)
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error
    return { why: error.place === path ? error.message : `${error.place}: ${error.message}` }
  }
}

/** Reads one item, and notes what happened to it; undefined if it is left out. */
export const takeItem = (reading: QtiReading, path: string, what: string, inTest: ItemInTest): TakenItem | undefined => {
  const read = readOrWhy(reading, path, inTest)
  if ('why' in read) {
    reading.lose(path, what, read.why, 'structure')
    reading.took({ place: path, identifier: read.identifier ?? path, question: undefined })
    return undefined
  }
  const { identifier, question, marking } = read
  reading.took({
    place: path,
    identifier,
    question: { id: question.id, type: question.type, marks: question.marks, marking },
  })
  return read
}
