import { newUuid } from '@sitwell/client/new-uuid'
import type { Failure } from '@sitwell/client/outcome'
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
import { loadAllPanels, loadPanels } from '@sitwell/question-types/panels'
import { asksForFiles, hasCustomCode } from '@sitwell/question-types/rules'
import { cannotStartWords } from '../../../context/cannot-start-words.ts'
import { schedulesStore } from '../../../context/held-schedules.ts'
import type { Player } from '../../../context/player.ts'
import { loadSchedules } from '../../../context/schedules-store.ts'
import { createActivityLog } from '../../../sync/activity/activity-log.ts'
import { loggingMode } from '../../../sync/activity/activity-types.ts'
import { finishesIn } from '../../../sync/queue/finishes-in.ts'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import { controlHtml } from '../../content/control-html.ts'
import { failedCall } from '../../content/exam-failure.ts'
import { loadImages, loadOthers, loadPdfs, type PdfProgress } from '../../content/exam-files.ts'
import { type FilesOfVisit, noFiles, openFormRunOf } from '../../content/exam-visit.ts'
import { fileLoadingOf, keepFile } from '../../content/file-loading.ts'
import { filesOfExam } from '../../content/files-of-exam.ts'
import { type LoadedExam, loadExam } from '../../content/loaded-exam.ts'
import { hasScenario } from '../../content/scenario-of.ts'
import { startQuery } from '../../content/start-query.ts'
import { hasTools } from '../../content/tools-of-question.ts'
import { isMonitorGuided } from '../../proctoring/monitor-session.ts'
import { clearGathered, type GatheredVisit } from '../../session/gathered-visit.ts'
import { codeOfParts } from '../../session/moves/code-of-parts.ts'
import { hasAttempts, loadAttempts } from '../attempts/lazy-attempts.tsx'
import { hasAudio, hasFieldAudio, loadAudio } from '../audio/lazy-audio.tsx'
import { loadCode } from '../code/lazy-code.tsx'
import { putPresetsOn } from '../display/lazy-own-presets.tsx'
import type { Themes } from '../display/preset-memory.ts'
import { loadViewer } from '../documents/lazy-viewer.tsx'
import { hasExplanations, loadExplanations } from '../explanations/lazy-explanations.tsx'
import { hasFilms, loadFilms } from '../film/lazy-films.tsx'
import { hasPartTimes, loadPartTime } from '../part-time/lazy-part-time.tsx'
import { loadPrintDialog } from '../print/lazy-print-dialog.tsx'
import { mayPrintOf } from '../print/may-print-of.ts'
import { loadAllQuestions } from '../question/lazy-all-questions.tsx'
import { loadReviewPage } from '../review/lazy-review.tsx'
import { loadConnectionPopups } from '../sitting/lazy-connection-popups.tsx'
import { loadExtensionDialog } from '../time/lazy-extension-dialog.tsx'
import { loadTimePanel } from '../time/lazy-time-panel.tsx'
import { loadTools } from '../tools/lazy-tools.tsx'
import { loadUploadPanel } from '../tools/upload/lazy-upload-panel.tsx'
import { loadSourceParts } from '../work/lazy-source.tsx'
import type { EntrySteps, FetchedExam } from './entry-steps.ts'
import { keepExtended, wasGrantedMeanwhile } from './granted-meanwhile.ts'
import { loadIntegrityScreens } from './lazy-integrity-screens.tsx'
import { loadPasswordGate } from './lazy-password-gate.tsx'
import { loadPreloadingPdfs } from './lazy-preloading-pdfs.tsx'
import { loadSebPage } from './lazy-seb-page.tsx'
import { isBrowserListed } from './lazy-unsupported-browser.tsx'
import { withLegacyControls } from './legacy-controls.ts'
import { withStoredExam } from './with-stored-exam.ts'

/** Why the server gives the exam out to nobody just now, where that is foreseen. */
const refusedEntry = ({ code, message, resumeOffer }: Extract<Failure, { kind: 'refused' }>): FetchedExam | undefined => {
  switch (code) {
    case 'CANNOT_START':
      return { kind: 'cannot-start', message }
    case 'PASSWORD_REQUIRED':
      return { kind: 'password-required' }
    case 'FORM_RUN_COMPLETED':
      return { kind: 'completed' }
    case 'PROCTORING_REQUIRED':
      return { kind: 'proctoring-required' }
    case 'EXAM_PAUSED':
      return { kind: 'paused', offer: resumeOffer }
    default:
      return undefined
  }
}

/** Whether the exam has to be opened in Safe Exam Browser; the page that leads there is loaded then. */
const isLedElsewhere = async (outcome: { readonly ok: boolean; readonly code?: string }): Promise<boolean> => {
  if (outcome.code !== 'SAFE_EXAM_BROWSER_REQUIRED') return false
  await loadSebPage()
  return true
}

const isMonitored = ({ proctorProvider }: Schedule) => proctorProvider?.toLowerCase() === 'integrityadvocate'

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

/** What the initialisation uses of the page: ways out, from which it comes back, and its colours. */
export interface Leaving {
  /** To the rubric, which has to be confirmed before an exam starts. */
  toRubric(): void
  /** Opens the page that extends the exam and then returns to it. */
  toReload(): void
  /** To the page that makes a proctored session. */
  toProctoring(schedule: Schedule): void
  /** The colours of the page, which an exam may have set for its learner. */
  readonly themes?: Themes
}

/** The code of what stands beside questions. Of an exam with sealed parts nobody knows what they need. */
const loadBeside = async (exam: LoadedExam, isSealed: boolean, { language, settings }: Player): Promise<void> => {
  const takesFiles = [...exam.questions.values()].some(asksForFiles)
  if (isSealed || hasTools(exam)) await loadTools()
  if (isSealed || hasAudio(exam) || hasFieldAudio(exam) || exam.content.settings.media !== undefined) await loadAudio()
  if (isSealed || hasFilms(exam)) await loadFilms(language)
  if (isSealed || takesFiles) await loadUploadPanel(language)
  if (isSealed || [...exam.questions.values()].some(hasCustomCode)) await loadCode(language)
  if (isSealed || hasExplanations(exam)) await loadExplanations(language)
  await loadAllQuestions(exam)
  await loadConnectionPopups(settings)
  if (hasPartTimes(exam)) await loadPartTime(language)
  await loadExtensionDialog(exam.content.settings)
  if (isSealed || hasAttempts(exam)) await loadAttempts(language)
}

/** The steps of the initialisation over the player's client, the browser's store and the page. */
export const createEntrySteps = (
  player: Player,
  examGuid: string,
  gathered: GatheredVisit,
  held: FilesOfVisit = noFiles(),
  leave: Leaving = { toRubric: () => undefined, toReload: () => undefined, toProctoring: () => undefined },
): EntrySteps => {
  const { api, session, settings, appSettings } = player
  const userGuid = session.user.guid

  const storedHere = async (address: string) => {
    const { storedExams } = await syncOfPlayer(player)
    const stored = await storedExams.read({ userGuid, examGuid })
    return stored && storedExams.fileOf(stored, address)
  }
  const loading = fileLoadingOf(player, held, storedHere)
  const filesOf = (exam: LoadedExam) => filesOfExam(player, exam)
  const mayHaveSource = (exam: LoadedExam) =>
    exam.content.sealedParts !== undefined || hasScenario(exam) || filesOf(exam).pdfs.length > 0
  const missingPdfs = (exam: LoadedExam) => filesOf(exam).pdfs.filter(({ address }) => !held.documents.has(address))
  let comingPdfs: Promise<readonly string[]> = Promise.resolve([])
  /** Form runs whose completion was on its way before the exam was asked for. */
  let finishing: ReadonlySet<string> = new Set()
  const loadMissingPdfs = (exam: LoadedExam, onProgress: (progress: PdfProgress) => void) => {
    comingPdfs = loadPdfs(missingPdfs(exam), loading, onProgress)
    return comingPdfs
  }
  /** The page is being left: there is nothing to wait for. */
  const leaving = (go: () => void) => {
    go()
    return new Promise<never>(() => undefined)
  }

  return {
    async clearPreviousExam() {
      clearGathered(gathered)
    },
    async isBrowserSupported() {
      const list = settings.supportedBrowsers.length > 0 ? settings.supportedBrowsers : appSettings.supportedBrowsers
      if (list.length === 0) return true
      try {
        return await isBrowserListed(navigator.userAgent, list)
      } catch (error) {
        // Its code can't be fetched, and an exam that is kept opens without a network. An unsupported browser is only warned of.
        player.reportError(error, 'supported browsers')
        return true
      }
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
      // A completion that is still on its way continues in the outro.
      finishing = finishesIn(queue)
      if (finishing.has(run.formRunGuid)) return false
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
      if (needsRubric(outcome)) return leaving(leave.toRubric)
      if (await isLedElsewhere(outcome)) return { canStart: false, message: '', isElsewhere: true }
      if (!outcome.ok) throw failedCall('Whether the exam can start is unknown', outcome)
      if (schedule.requiresPassword) await loadPasswordGate()
      if (isMonitored(schedule)) await loadIntegrityScreens()
      return { ...outcome.value, message: cannotStartWords(player, outcome.value) }
    },
    isPasswordRequired: (schedule) =>
      schedule.requiresPassword && !(settings.proctoringMode !== 0 && settings.proctoringType === 1),
    async fetchExam(schedule) {
      const extraTime = extraTimeOf(schedule)
      const query = startQuery(schedule, userGuid, appSettings.appVersion)
      const outcome = await api.call(examJson, { query: { ...query, ...(extraTime === undefined ? {} : { extraTime }) } })
      if (outcome.ok) return readExam(player, outcome.value)
      if (needsRubric(outcome)) return leaving(leave.toRubric)
      if (await isLedElsewhere(outcome)) return { kind: 'other-browser' }
      const refused = outcome.kind === 'refused' ? refusedEntry(outcome) : undefined
      if (!refused) throw failedCall('The exam could not be loaded', outcome)
      if (refused.kind === 'paused' && (await wasGrantedMeanwhile(player, refused.offer))) return leaving(leave.toReload)
      return refused
    },
    async goOn({ formRunGuid, number, extension }) {
      if (extension !== undefined) await keepExtended(player, formRunGuid)
      await api.call(resumeSitting, { body: { formRunGuid, offer: number, requestId: newUuid() } })
    },
    preloadLegacyControls: (exam) => withLegacyControls(exam, (question, wanted) => controlHtml(player, question, wanted)),
    preloadImages: async (exam) => void (await loadImages(filesOf(exam).images, loading)),
    async preloadResources(exam) {
      // The code of each type of question too: it has to be there when the network isn't.
      // Of parts that are still sealed nobody knows what they need.
      const { sealedParts = [] } = exam.content
      const types = sealedParts.length > 0 ? questionTypes : [...exam.questions.values()].map(({ type }) => type)
      const isSealed = sealedParts.length > 0
      const panels = isSealed ? loadAllPanels() : loadPanels(exam.questions.values())
      const hasPdfs = missingPdfs(exam).length > 0
      await Promise.all([panels, loadTimePanel(), loadReviewPage(), isSealed && codeOfParts(), hasPdfs && loadPreloadingPdfs()])
      await loadSourceParts(mayHaveSource(exam))
      await loadBeside(exam, isSealed, player)
      if (leave.themes) await putPresetsOn(exam, player, leave.themes)
      const mayPrint = mayPrintOf(player.client, exam)
      if (types.some((type) => mayPrint({ type }))) await loadPrintDialog()
      // An exam can be sat without it, if it doesn't come.
      if (isSealed || filesOf(exam).pdfs.length > 0)
        await loadViewer(appSettings.pdfSupportedBrowsers).catch((error: unknown) =>
          player.reportError(error, 'viewer of PDFs'),
        )
      if (!exam.isStored) await loadOthers(filesOf(exam).others, loading)
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
      if (!exam.isStored)
        loadMissingPdfs(exam, () => undefined).catch((error: unknown) => player.reportError(error, 'load PDFs'))
      const isFinishing = finishing.has(formRunGuid)
      gathered.formRun = await openFormRunOf(gathered.visit, formRunGuid, { isFinishing })
      await log.setFormRunGuid(formRunGuid)
    },
    needsMonitor: isMonitored,
    // Once: the page is opened again for the monitor's script, and the exam is asked for again when it runs.
    monitorGuidance: () => (isMonitorGuided() ? '' : settings.integrityGuidance.trim()),
    startMonitor: async (schedule) => (await import('../../proctoring/integrity-monitor.ts')).startMonitor(player, schedule),
    // Asked for where the server says that it is missing, too: a session that was active may be over.
    needsExtension: (schedule) => isExtension(schedule) && !settings.proctoringActive,
    toProctoring: leave.toProctoring,
    hasPdfs: (exam) => exam.content.formRunGuid === undefined && missingPdfs(exam).length > 0,
    preloadPdfs: loadMissingPdfs,
  }
}

/** The same, which continues where the server can't be asked and the exam is kept in this browser. */
export const createEntry = (player: Player, examGuid: string, gathered: GatheredVisit, leave: Leaving): EntrySteps => {
  const held = noFiles()
  const sync = () => syncOfPlayer(player)
  return withStoredExam(createEntrySteps(player, examGuid, gathered, held, leave), {
    read: async () => (await sync()).storedExams.read({ userGuid: player.session.user.guid, examGuid }),
    load: (content) => readExam(player, content),
    async takeFiles(stored) {
      const files = await (await sync()).storedExams.filesOf(stored)
      await Promise.all([...files].map(([address, blob]) => keepFile(held, address, blob)))
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
