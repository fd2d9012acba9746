import type { ScheduleTable } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { type SebRule, safeExamBrowser, sebRule } from '../import/authored-seb.ts'

/** By whom the exam is held, as ledgers name it. */
export const sebName = 'Safe Exam Browser'

/** An exam that somebody is scheduled for. */
export interface HeldExam {
  readonly schedule: Pick<ScheduleTable, 'org_id' | 'safe_exam_browser'>
  readonly exam: Pick<AuthoredExam, 'settings'>
}

/** What holds a scheduled exam to Safe Exam Browser: what its schedule says, and where that says nothing, the exam. */
export const sebRuleOf = ({ schedule: { safe_exam_browser: setting }, exam }: HeldExam): SebRule | undefined =>
  sebRule(setting === null ? exam.settings.safeExamBrowser : safeExamBrowser.parse(JSON.parse(setting)))
