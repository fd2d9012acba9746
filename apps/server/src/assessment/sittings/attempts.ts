import { type Attempt, attempts } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { mayDownloadResults } from '../../security/organisation/may-download-results.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { resourcePathOf, signResourceToken } from '../content/index.ts'
import { isFileOfFeedback, isFileOfOutro, selectAttempts, withShownParts } from '../form-run/index.ts'
import { resultsWindow } from '../schedules/index.ts'

/** The caller's own completed attempts at an exam: an allow-list of what their pages show. What they came to `result` tells. */
export const attemptsRoute = (context: AssessmentContext) =>
  route(attempts, async ({ caller, query }) => {
    const { database, exams, clock } = context
    const runs = await selectAttempts(database, caller, query.examGuid)
    if (runs.length === 0) return refuse('NOT_FOUND', 'This person has completed no such exam.')
    const [window, isDownloadable] = await Promise.all([
      resultsWindow(database, caller.orgId),
      mayDownloadResults(database, caller.orgId),
    ])
    const listed = runs.filter((run) => window.isListed(run, clock.nowMs()))
    const loaded = await Promise.all(
      listed.map(async (run): Promise<Attempt[]> => {
        const found = await exams.load(run)
        if (!found || run.completed_at === null) return []
        const { resources } = found
        const exam = await withShownParts(database, run.org_id, found.exam)
        const { settings } = exam
        const feedback = [
          ...exam.gradeBoundaries.map((one) => one.feedback ?? ''),
          ...(exam.feedback ?? []).map(({ text }) => text),
        ]
        const hasFiles =
          // What is said of answers shows their questions too.
          found.questions.some((question) => question.feedback) ||
          resources.some(({ path }) => isFileOfOutro(found, path) || feedback.some((text) => isFileOfFeedback(text, path)))
        return [
          {
            formRunGuid: run.form_run_guid,
            completedAt: new Date(run.completed_at).toISOString(),
            examName: exam.name,
            practice: run.practice === 1,
            downloadablePractice: settings.downloadablePractice === true && isDownloadable,
            resultFeedbackMask: settings.resultFeedbackMask ?? -1,
            outroText: settings.outroText ?? '',
            proctoredOutroText: settings.proctoredOutroText ?? '',
            ...(settings.allowPdfTextSelection === false && { allowPdfTextSelection: false }),
            ...(hasFiles && {
              resourceUrl: resourcePathOf(run.exam_guid, run.version),
              resourceToken: await signResourceToken(context, run, {
                scheduleGuid: run.schedule_guid,
                isSealed: false,
                isOver: true,
              }),
            }),
          },
        ]
      }),
    )
    return { ok: true, value: { attempts: loaded.flat(), over: runs.length - listed.length } }
  })
