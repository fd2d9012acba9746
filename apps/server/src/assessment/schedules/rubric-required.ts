import type { Caller } from '../../http/caller.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import type { ScheduleRow } from '../form-run/index.ts'

/**
 * A no where the learner has not confirmed the rubric in this session, and the exam has not begun; undefined if they may continue. An
 * exam under way is gone on with anyway: its learner has confirmed, and must not be kept from it by a second sign-in.
 */
export const rubricRefusal = async (
  { sessions }: Pick<AssessmentContext, 'sessions'>,
  caller: Caller,
  { form_run_guid }: Pick<ScheduleRow, 'form_run_guid'>,
): Promise<RefusedOutcome<'RUBRIC_REQUIRED'> | undefined> =>
  form_run_guid !== null || (await sessions.hasConfirmed(caller))
    ? undefined
    : refuse('RUBRIC_REQUIRED', 'The rubric has to be confirmed first, at /rubric.')
