import type { FormRunTable } from '../../db/schema.ts'
import { selectLateApplied } from '../answers/index.ts'
import type { AssessmentContext } from '../assessment-context.ts'

/**
 * Whether what a form run came to is held back: once an answer was let count after the completion, until the grace is over. Who
 * changes answers and asks for the marks, time and again, would soon have found all of them. Asked after the marks were read, so
 * that no change comes between the two.
 */
export const isResultHeld = async (
  { database, clock, config }: Pick<AssessmentContext, 'database' | 'clock' | 'config'>,
  run: FormRunTable,
): Promise<boolean> =>
  run.completed_at !== null &&
  clock.nowMs() - run.completed_at <= config.lateSaveGraceMs &&
  (await selectLateApplied(database, run))
