import { type RecordFormat, readRecord } from '@sitwell/storage/record-format'
import type { StoreName } from './key-value-store.ts'
import { formats } from './records.ts'

/** Reads both as records of one kind, and answers whether the first is the later; what can't be read is not. */
const isLater = <T>(format: RecordFormat<T>, compare: (one: T, other: T) => number) => {
  return (first: unknown, second: unknown): boolean => {
    const [one, other] = [readRecord(format, first), readRecord(format, second)]
    return one.ok && other.ok && compare(one.record, other.record) > 0
  }
}
const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const comparisons: Partial<Record<StoreName, (one: unknown, other: unknown) => boolean>> = {
  answers: isLater(
    formats.answers,
    (one, other) => one.sequence - other.sequence || compareTexts(one.changedAt, other.changedAt),
  ),
  formRuns: isLater(formats.formRuns, (one, other) => compareTexts(one.savedAt, other.savedAt)),
}

/**
 * Whether of two records under one key the first was written later: another tab may have gone on with the exam. Never of other places:
 * their records stand under their own names, and are never changed.
 */
export const isLaterRecord = (place: StoreName, first: unknown, second: unknown): boolean =>
  comparisons[place]?.(first, second) ?? false
