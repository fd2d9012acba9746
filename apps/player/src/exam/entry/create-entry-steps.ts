import { newUuid } from '@sitwell/client/new-uuid'
import {
  canStart,
  dashState,
  type ExamContent,
  examJson,
  formRunsQuery,
  questionTypes,
  resumeSitting,
  type Schedule,
} from '@sitwell/contract'
import { loadPanels } from '@sitwell/question-types/panels'
import { rulesOf } from '@sitwell/question-types/rules'
import { isSupported } from '../../api/browser/browser-support.ts'
import { detectBrowser } from '../../api/browser/detect-browser.ts'
import { schedulesStore } from '../../api/held-schedules.ts'
import type { Player } from '../../api/player-context.tsx'
import { loadSchedules } from '../../api/schedules-store.ts'
import { requestTypes } from '../../storage/records.ts'
import { createActivityLog } from '../../sync/activity-log.ts'
import { loggingMode } from '../../sync/activity-types.ts'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import { loadViewer } from '../documents/lazy-viewer.tsx'
import { failedCall } from '../exam-failure.ts'
import { type FilesOfVisit, openFormRunOf } from '../exam-visit.ts'
import { clearGathered, type GatheredVisit } from '../gathered-visit.ts'
import { type LoadedExam, loadExam } from '../loaded-exam.ts'
import { loadPrintDialog } from '../print/lazy-print-dialog.tsx'
import { mayPrintOf } from '../print/may-print-of.ts'
import { loadTimePanel } from '../sitting/lazy-time-panel.tsx'
import { startQuery } from '../start-query.ts'
import { loadUploadPanel } from '../tools/upload/lazy-upload-panel.tsx'
import { controlHtml } from './control-html.ts'
import type { EntrySteps, FetchedExam } from './entry-steps.ts'
import { loadImages, loadOthers, loadPdfs, type PdfProgress } from './exam-files.ts'
import { fileLoadingOf, keepFile } from './file-loading.ts'
import { filesOfExam } from './files-of-exam.ts'
import { isMonitorGuided, startMonitor } from './integrity-monitor.ts'
import { withLegacyControls } from './legacy-controls.ts'
import { withKeptExam } from './with-kept-exam.ts'

const needsSeb = (outcome: { readonly ok: boolean; readonly code?: string }) => outcome.code === 'SAFE_EXAM_BROWSER_REQUIRED'

const needsRubric = (outcome: { readonly ok: boolean; readonly code?: string }) => outcome.code === 'RUBRIC_REQUIRED'

/** An exam that contradicts itself can't be sat: the learner is told so plainly, support what the fault is. */
const readExam = (player: Pick<Player, 'text' | 'reportError'>, content: ExamContent): FetchedExam => {
  try {
    const exam = loadExam(content)
    if (exam.paper.order.length === 0) throw new Error('The exam has no questions')
    return { kind: 'exam', exam }
  } catch (error) {
    player.reportError(error, `content of the exam ${content.examGuid}`)
    return { kind: 'cannot-start', message: player.text('exam.contentFault') }
  }
}

/** Ways out of the initialisation, which comes back to it. */
export interface Leaving {
  /** To the rubric, which has to be confirmed before an exam starts. */
  toRubric(): void
  /** To the page that makes a proctored session. */
  toProctoring(schedule: Schedule): void
}

/** The steps of the initialisation over the player's client, the browser's store and the page. */
export const createEntrySteps = (
  player: Player,
  examGuid: string,
  gathered: GatheredVisit,
  held: FilesOfVisit = { files: new Map(), documents: new Map() },
  leave: Leaving = { toRubric: () => undefined, toProctoring: () => undefined },
): EntrySteps => {
  const { api, session, settings, appSettings } = player
  const userGuid = session.user.guid

  const keptHere = async (address: string) => {
    const { keptExams } = await syncOfPlayer(player)
    const kept = await keptExams.read({ userGuid, examGuid })
    return kept && keptExams.fileOf(kept, address)
  }
  const loading = fileLoadingOf(player, held, keptHere)
  const filesOf = (exam: LoadedExam) => filesOfExam(player, exam)
  const missingPdfs = (exam: LoadedExam) => filesOf(exam).pdfs.filter(({ address }) => !held.documents.has(address))
  let comingPdfs: Promise<readonly string[]> = Promise.resolve([])
  const loadMissingPdfs = (exam: LoadedExam, onProgress: (progress: PdfProgress) => void) => {
    comingPdfs = loadPdfs(missingPdfs(exam), loading, onProgress)
    return comingPdfs
  }
  /** The page is being left: there is nothing to wait for. */
  const leaveForRubric = () => {
    leave.toRubric()
    return new Promise<never>(() => undefined)
  }

  return {
    async clearPreviousExam() {
      clearGathered(gathered)
    },
    isBrowserSupported() {
      const list = settings.supportedBrowsers.length > 0 ? settings.supportedBrowsers : appSettings.supportedBrowsers
      return isSupported(detectBrowser(navigator.userAgent), list)
    },
    async findSchedule() {
      const held = schedulesStore.get()
      if (held) return held.find((schedule) => schedule.examGuid === examGuid)
      const { proctoringMode } = settings
      const loaded = await loadSchedules(api, { userGuid, proctoringMode })
      if (!loaded.ok) throw failedCall('The schedules could not be loaded', loaded)
      return loaded.value.find((schedule) => schedule.examGuid === examGuid)
    },
    async isCompleted(schedule) {
      if (schedule.completed) return true
      const { store, queue } = await syncOfPlayer(player)
      const run = (await store.formRunsOf(userGuid)).find(({ scheduleGuid }) => scheduleGuid === schedule.guid)
      if (!run) return false
      // A completion that is still on its way goes on in the outro.
      const isOnItsWay = queue
        .waiting()
        .some((request) => request.type === requestTypes.finishExam && request.formRunGuid === run.formRunGuid)
      if (isOnItsWay) return false
      const outcome = await api.call(formRunsQuery, {
        body: { properties: ['ID', 'GUID', 'Processed'], filter: { property: 'GUID', value: run.formRunGuid } },
      })
      if (!outcome.ok) throw failedCall('The form run could not be looked up', outcome)
      return outcome.value.results[0]?.Processed === true
    },
    async canStart(schedule) {
      const { proctoringMode } = settings
      const { proctoringSessionID } = schedule
      const { versionNumber: _version, playerVersion: _player, ...query } = startQuery(schedule, userGuid, '')
      const outcome = await api.call(canStart, {
        query: { ...query, proctoringMode, ...(proctoringSessionID === undefined ? {} : { proctoringSessionID }) },
      })
      if (needsRubric(outcome)) return leaveForRubric()
      if (needsSeb(outcome)) return { canStart: false, message: '', isElsewhere: true }
      if (!outcome.ok) throw failedCall('Whether the exam can start is unknown', outcome)
      return outcome.value
    },
    isPasswordRequired: (schedule) =>
      schedule.requiresPassword && !(settings.proctoringMode !== 0 && settings.proctoringType === 1),
    async fetchExam(schedule) {
      const extraTime = extraTimeOf(schedule)
      const query = startQuery(schedule, userGuid, appSettings.appVersion)
      const outcome = await api.call(examJson, { query: { ...query, ...(extraTime === undefined ? {} : { extraTime }) } })
      if (outcome.ok) return readExam(player, outcome.value)
      if (needsRubric(outcome)) return leaveForRubric()
      if (needsSeb(outcome)) return { kind: 'other-browser' }
      if (outcome.kind === 'refused' && outcome.code === 'CANNOT_START')
        return { kind: 'cannot-start', message: outcome.message }
      if (outcome.kind === 'refused' && outcome.code === 'PASSWORD_REQUIRED') return { kind: 'password-required' }
      if (outcome.kind === 'refused' && outcome.code === 'FORM_RUN_COMPLETED') return { kind: 'completed' }
      if (outcome.kind === 'refused' && outcome.code === 'PROCTORING_REQUIRED') return { kind: 'proctoring-required' }
      if (outcome.kind === 'refused' && outcome.code === 'EXAM_PAUSED') return { kind: 'paused', offer: outcome.resumeOffer }
      throw failedCall('The exam could not be loaded', outcome)
    },
    async goOn({ formRunGuid, number }) {
      await api.call(resumeSitting, { body: { formRunGuid, offer: number, requestId: newUuid() } })
    },
    preloadLegacyControls: (exam) => withLegacyControls(exam, (question, wanted) => controlHtml(player, question, wanted)),
    preloadImages: async (exam) => void (await loadImages(filesOf(exam).images, loading)),
    async preloadResources(exam) {
      // The code of each type of question too: it has to be there when the network isn't.
      // Of parts that are still sealed nobody knows what they need.
      const { sealedParts = [] } = exam.content
      const types = sealedParts.length > 0 ? questionTypes : [...exam.questions.values()].map(({ type }) => type)
      await Promise.all([loadPanels(types), loadTimePanel()])
      if (types.some((type) => rulesOf(type).takesFiles)) await loadUploadPanel()
      const mayPrint = mayPrintOf(player.client, exam)
      if (types.some((type) => mayPrint({ type }))) await loadPrintDialog()
      // An exam can be sat without it, where it doesn't come.
      if (sealedParts.length > 0 || filesOf(exam).pdfs.length > 0)
        await loadViewer(appSettings.pdfSupportedBrowsers).catch((error: unknown) =>
          player.reportError(error, 'viewer of PDFs'),
        )
      if (!exam.isKept) await loadOthers(filesOf(exam).others, loading)
    },
    async resumeAnswers(exam, schedule) {
      const sync = await syncOfPlayer(player)
      const log = createActivityLog({
        mode: loggingMode(appSettings.activityLogger, settings.previewMode),
        store: sync.store,
        queue: sync.queue,
        userGuid,
        beforeLeaving: sync.beforeLeaving,
        nowMs: () => player.clock.nowMs(),
        onError: (error) => player.reportError(error, 'activity log'),
      })
      gathered.visit = { schedule, exam, sync, log, ...held, comingPdfs: () => comingPdfs }
      const { formRunGuid } = exam.content
      if (formRunGuid === undefined) return
      // Its time may be running: nobody waits for them.
      if (!exam.isKept) loadMissingPdfs(exam, () => undefined).catch((error: unknown) => player.reportError(error, 'load PDFs'))
      gathered.formRun = await openFormRunOf(gathered.visit, formRunGuid)
      await log.setFormRunGuid(formRunGuid)
    },
    needsMonitor: (schedule) => schedule.proctorProvider?.toLowerCase() === 'integrityadvocate',
    // Once: the page is opened anew for the monitor's script, and the exam is asked for again when it runs.
    monitorGuidance: () => (isMonitorGuided() ? '' : settings.integrityGuidance.trim()),
    startMonitor: (schedule) => startMonitor(player, schedule),
    // Asked for where the server says that it is missing, too: a session that was active may be over.
    needsExtension: (schedule) => isExtension(schedule) && !settings.proctoringActive,
    toProctoring: leave.toProctoring,
    hasPdfs: (exam) => exam.content.formRunGuid === undefined && missingPdfs(exam).length > 0,
    preloadPdfs: loadMissingPdfs,
  }
}

/** The same, which goes on where the server can't be asked and the exam is kept in this browser. */
export const createEntry = (player: Player, examGuid: string, gathered: GatheredVisit, leave: Leaving): EntrySteps => {
  const held: FilesOfVisit = { files: new Map(), documents: new Map() }
  const sync = () => syncOfPlayer(player)
  return withKeptExam(createEntrySteps(player, examGuid, gathered, held, leave), {
    read: async () => (await sync()).keptExams.read({ userGuid: player.session.user.guid, examGuid }),
    load: (content) => readExam(player, content),
    async takeFiles(kept) {
      for (const [address, blob] of await (await sync()).keptExams.filesOf(kept)) keepFile(held, address, blob)
    },
    async askState(formRunGuid) {
      const outcome = await player.api.call(dashState, { query: { formRunGuid } })
      return outcome.ok ? outcome.value : undefined
    },
    onOffline: async () => (await sync()).connection.setOffline(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
}

/** Whether an extension of the browser proctors a schedule (decisions name its provider). */
const isExtension = ({ proctorProvider }: Schedule) => proctorProvider?.toLowerCase() === 'proctorio'

/** Seconds of extra time, sent for practice exams only when it is a positive whole number (spec 2 §7). */
const extraTimeOf = ({ practice, practiceExtraTime = 0 }: Schedule) =>
  practice && Number.isInteger(practiceExtraTime) && practiceExtraTime > 0 ? practiceExtraTime : undefined
