import { type ExamContent, examJson, type FormRunState, type Schedule, schedule } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { StoredExam } from '../../../storage/records.ts'
import { ExamFailure } from '../../content/exam-failure.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { EntrySteps, FetchedExam } from './entry-steps.ts'
import { withLegacyControls } from './legacy-controls.ts'

/** Milliseconds for which a server that doesn't answer is waited for, where the exam is kept here too. */
export const patienceMs = 8000

/** What of an exam this browser kept, read again. */
interface ReadableExam {
  readonly stored: StoredExam
  readonly schedule: Schedule
  readonly content: ExamContent
}

export interface StoredEntryParts {
  read(): Promise<StoredExam | undefined>
  load(content: ExamContent): FetchedExam
  /** Makes the kept files the exam's. */
  takeFiles(stored: StoredExam): Promise<void>
  /** How a form run stands by the server's ledger; undefined if that isn't known. */
  askState(formRunGuid: string): Promise<FormRunState | undefined>
  /** The exam continues without having asked the server. */
  onOffline(): Promise<void>
  wait(ms: number): Promise<void>
}

const readable = (stored: StoredExam | undefined): ReadableExam | undefined => {
  const [about, content] = [z.safeParse(schedule, stored?.schedule), z.safeParse(examJson.reply, stored?.content)]
  return stored && about.success && content.success ? { stored, schedule: about.data, content: content.data } : undefined
}

/** What was kept of an exam, with the time that the server's ledger has now. */
const atState = (content: ExamContent, { examTime, examTimeRemaining, elapsedTime, sections }: FormRunState): ExamContent => {
  const stands = new Map(sections.map((section) => [section.id, section]))
  return {
    ...content,
    settings: { ...content.settings, examTime, examTimeRemaining, elapsedTime },
    sections: content.sections.map((section) => ({ ...section, ...stands.get(section.id) })),
  }
}

/**
 * The way into an exam that is being sat, where the server can't be asked: it stands on what was kept here when it was asked
 * last. Whether the exam may start, and its password, were settled then. What the server refuses stays refused; only in a pause, when
 * it gives nothing out, the exam opens from here as well, so that its learner finds it paused, and continues when they may.
 */
export const withStoredExam = (steps: EntrySteps, parts: StoredEntryParts): EntrySteps => {
  let offline: ReadableExam | undefined
  let paused: ReadableExam | undefined

  const orStored = async <T>(ask: () => Promise<T>, fromStored: (exam: ReadableExam) => T): Promise<T> => {
    if (offline) return fromStored(offline)
    const found = readable(await parts.read())
    if (!found) return ask()
    const tooLong = parts.wait(patienceMs).then(() => {
      throw new ExamFailure('The server does not answer', { isUnreachable: true })
    })
    try {
      return await Promise.race([ask(), tooLong])
    } catch (error) {
      if (!(error instanceof ExamFailure && error.isUnreachable)) throw error
      offline = found
      return fromStored(found)
    }
  }
  const loadStored = ({ content }: ReadableExam): FetchedExam => {
    const loaded = parts.load(content)
    return loaded.kind === 'exam' ? { kind: 'exam', exam: { ...loaded.exam, isStored: true } } : loaded
  }
  const loadPaused = async (fetched: FetchedExam): Promise<FetchedExam> => {
    const found = readable(await parts.read())
    const state = found && (await parts.askState(found.stored.formRunGuid))
    if (!state) return fetched
    paused = found
    const loaded = parts.load(atState(found.content, state))
    return loaded.kind === 'exam' ? { kind: 'exam', exam: { ...loaded.exam, isStored: true, isTimeKnown: true } } : loaded
  }
  const controlsOfStored = (exam: LoadedExam, { stored }: ReadableExam) =>
    withLegacyControls(exam, async ({ id }) => stored.controls[id] ?? '')

  return {
    ...steps,
    findSchedule: () => orStored(steps.findSchedule, ({ schedule }) => schedule),
    isCompleted: (schedule) =>
      orStored(
        () => steps.isCompleted(schedule),
        () => false,
      ),
    canStart: (schedule) =>
      orStored(
        () => steps.canStart(schedule),
        () => ({ canStart: true, message: '' }),
      ),
    isPasswordRequired: (schedule) => offline === undefined && steps.isPasswordRequired(schedule),
    async fetchExam(schedule) {
      const fetched = await orStored(() => steps.fetchExam(schedule), loadStored)
      return fetched.kind === 'paused' ? loadPaused(fetched) : fetched
    },
    preloadLegacyControls: (exam) => {
      const from = offline ?? paused
      return from ? controlsOfStored(exam, from) : steps.preloadLegacyControls(exam)
    },
    async preloadImages(exam) {
      const from = offline ?? paused
      if (from) await parts.takeFiles(from.stored)
      else await steps.preloadImages(exam)
    },
    async resumeAnswers(exam, schedule) {
      await steps.resumeAnswers(exam, schedule)
      if (offline) await parts.onOffline()
    },
    // Without the server nothing of the monitor can be asked for; its session, if any, continues or was lost.
    needsMonitor: (schedule) => offline === undefined && steps.needsMonitor(schedule),
    hasPdfs: (exam) => offline === undefined && paused === undefined && steps.hasPdfs(exam),
  }
}
