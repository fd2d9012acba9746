import type { ExamRow, ExamUsage } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

/** Where all versions of an exam are used. A list shows only the newest of them, so there may be more. */
export const usageOf = ({ versions, versionCount }: Pick<ExamRow, 'versions' | 'versionCount'>): ExamUsage => ({
  schedules: versions.reduce((sum, { usage }) => sum + usage.schedules, 0),
  sittings: versions.reduce((sum, { usage }) => sum + usage.sittings, 0),
  isAtLeast: versionCount > versions.length || versions.some(({ usage }) => usage.isAtLeast),
})

/** Where an exam is used, in a few words. */
export const usageText = ({ schedules, sittings, isAtLeast }: ExamUsage, text: OfficeText): string => {
  if (schedules + sittings === 0) return text(isAtLeast ? 'library.usage.notNewest' : 'library.usage.none')
  const counts = [text('library.usage.schedules', { count: schedules }), text('library.usage.sittings', { count: sittings })]
  const all = counts.join(' · ')
  return isAtLeast ? text('library.usage.atLeast', { counts: all }) : all
}
