import { type ExamContent, examJson, type FormRunState, type Schedule, schedule } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { KeptExam } from '../../../storage/records.ts'
import { ExamFailure } from '../../content/exam-failure.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { EntrySteps, FetchedExam } from './entry-steps.ts'
import { withLegacyControls } from './legacy-controls.ts'

/** Milliseconds for which a server that doesn't answer is waited for, where the exam is kept here too. */
export const patienceMs = 8000

/** What of an exam this browser kept, read again. */
interface ReadableExam {
  readonly kept: KeptExam
  readonly schedule: Schedule
  readonly content: ExamContent
}

export interface KeptEntryParts {
  read(): Promise<KeptExam | undefined>
  load(content: ExamContent): FetchedExam
  /** Makes the kept files the exam's. */
  takeFiles(kept: KeptExam): Promise<void>
  /** How a form run stands by the server's ledger; undefined where that isn't known. */
  askState(formRunGuid: string): Promise<FormRunState | undefined>
  /** The exam goes on without having asked the server. */
  onOffline(): Promise<void>
  wait(ms: number): Promise<void>
}

const readable = (kept: KeptExam | undefined): ReadableExam | undefined => {
  const [about, content] = [z.safeParse(schedule, kept?.schedule), z.safeParse(examJson.reply, kept?.content)]
  return kept && about.success && content.success ? { kept, schedule: about.data, content: content.data } : undefined
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
 * it gives nothing out, the exam opens from here as well, so that its learner finds it paused, and goes on when they may.
 */
export const withKeptExam = (steps: EntrySteps, parts: KeptEntryParts): EntrySteps => {
  let offline: ReadableExam | undefined
  let paused: ReadableExam | undefined

  const orKept = async <T>(ask: () => Promise<T>, fromKept: (exam: ReadableExam) => T): Promise<T> => {
    if (offline) return fromKept(offline)
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
      return fromKept(found)
    }
  }
  const loadKept = ({ content }: ReadableExam): FetchedExam => {
    const loaded = parts.load(content)
    return loaded.kind === 'exam' ? { kind: 'exam', exam: { ...loaded.exam, isKept: true } } : loaded
  }
  const loadPaused = async (fetched: FetchedExam): Promise<FetchedExam> => {
    const found = readable(await parts.read())
    const state = found && (await parts.askState(found.kept.formRunGuid))
    if (!state) return fetched
    paused = found
    const loaded = parts.load(atState(found.content, state))
    return loaded.kind === 'exam' ? { kind: 'exam', exam: { ...loaded.exam, isKept: true, isTimeKnown: true } } : loaded
  }
  const controlsOfKept = (exam: LoadedExam, { kept }: ReadableExam) =>
    withLegacyControls(exam, async ({ id }) => kept.controls[id] ?? '')

  return {
    ...steps,
    findSchedule: () => orKept(steps.findSchedule, ({ schedule }) => schedule),
    isCompleted: (schedule) =>
      orKept(
        () => steps.isCompleted(schedule),
        () => false,
      ),
    canStart: (schedule) =>
      orKept(
        () => steps.canStart(schedule),
        () => ({ canStart: true, message: '' }),
      ),
    isPasswordRequired: (schedule) => offline === undefined && steps.isPasswordRequired(schedule),
    async fetchExam(schedule) {
      const fetched = await orKept(() => steps.fetchExam(schedule), loadKept)
      return fetched.kind === 'paused' ? loadPaused(fetched) : fetched
    },
    preloadLegacyControls: (exam) => {
      const from = offline ?? paused
      return from ? controlsOfKept(exam, from) : steps.preloadLegacyControls(exam)
    },
    async preloadImages(exam) {
      const from = offline ?? paused
      if (from) await parts.takeFiles(from.kept)
      else await steps.preloadImages(exam)
    },
    async resumeAnswers(exam, schedule) {
      await steps.resumeAnswers(exam, schedule)
      if (offline) await parts.onOffline()
    },
    // Without the server nothing of the monitor can be asked for; its session, if any, goes on or was lost.
    needsMonitor: (schedule) => offline === undefined && steps.needsMonitor(schedule),
    hasPdfs: (exam) => offline === undefined && paused === undefined && steps.hasPdfs(exam),
  }
}
