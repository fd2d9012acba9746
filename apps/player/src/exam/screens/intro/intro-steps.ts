import { type ReplyOf, start } from '@sitwell/contract'
import { schedulesStore } from '../../../context/held-schedules.ts'
import type { Player } from '../../../context/player.ts'
import { activityTypes } from '../../../sync/activity/activity-types.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { ExamFailure } from '../../content/exam-failure.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { startQuery } from '../../content/start-query.ts'
import type { IntroSteps } from './intro.machine.ts'

/** The dependencies of the intro's steps. */
interface IntroParts {
  readonly player: Pick<Player, 'api' | 'session' | 'appSettings'>
  readonly visit: ExamVisit
  /** Undefined if the exam has not been started yet. */
  readonly formRun: FormRun | undefined
  readonly checksAudio: boolean
  /** Puts the first part, which comes with the start, into the exam. */
  withFirstPart(visit: ExamVisit, firstPart: NonNullable<ReplyOf<typeof start>['firstPart']>): Promise<ExamVisit>
  openFormRun(visit: ExamVisit, formRunGuid: string): Promise<FormRun>
  /** Signals the start: the form run is open, and the first question can be shown. */
  onStarted(formRun: FormRun, visit: ExamVisit): void
}

/** The steps of the intro (spec 2 §4). */
export const introSteps = ({
  player: { api, session, appSettings },
  visit,
  formRun,
  checksAudio,
  withFirstPart,
  openFormRun,
  onStarted,
}: IntroParts): IntroSteps => {
  const { exam, schedule, log } = visit
  return {
    isCommenced: formRun !== undefined,
    isDownloadablePractice: exam.content.settings.downloadablePractice,
    checksAudio,
    async resumeActivityLogger() {
      log.record(activityTypes.resume)
      if (formRun) onStarted(formRun, visit)
    },
    async start(publicUserName) {
      log.record(activityTypes.startExam)
      const { importedAt } = exam.content
      const query = {
        ...startQuery(schedule, session.user.guid, appSettings.appVersion, publicUserName),
        ...(importedAt !== undefined && { importedAt }),
      }
      const outcome = await api.call(start, { query })
      if (!outcome.ok) throw new ExamFailure(`The exam could not be started: ${outcome.message}`)
      schedulesStore.markCommenced(schedule.guid)
      const { formRunGUID, firstPart } = outcome.value
      await log.setFormRunGuid(formRunGUID)
      log.record(activityTypes.setFormRunGuid, formRunGUID)
      const opened = firstPart ? await withFirstPart(visit, firstPart) : visit
      onStarted(await openFormRun(opened, formRunGUID), opened)
    },
  }
}
