import type { Section } from '@sitwell/contract'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import { toSectionRemaining } from '@sitwell/exam/time/section-seconds'

/** What a section tells of its time, in seconds. */
export type SectionTime = Pick<Section, 'sectionTime' | 'sectionTimeRemaining' | 'readingTimeRemaining' | 'complete'>

/** How the parts of a paper stand, by id: what they give, with what was added, what is left of it, and whether they are complete. */
export const partSeconds = (plan: ExamPlan, time: ExamTime): ReadonlyMap<string, SectionTime> =>
  new Map(
    plan.parts.flatMap((part) => {
      const held = time.parts[part.id]
      if (!held) return []
      const sectionTime = (part.timeMs + held.addedMs) / 1000
      return [[part.id, { sectionTime, ...toSectionRemaining(part, held), complete: held.isComplete }] as const]
    }),
  )

/** Sections with the learner's times in the place of the authored ones. Only parts of the paper have their own time. */
export const sectionsAt = (sections: readonly Section[], plan: ExamPlan, time: ExamTime): Section[] => {
  const seconds = partSeconds(plan, time)
  return sections.map((section) => ({ ...section, ...seconds.get(section.id) }))
}
